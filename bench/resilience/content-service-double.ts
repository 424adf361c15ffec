/** A content service with the response format of Strapi 4, which hangs or refuses connections on demand. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { linkFields } from '../../client/site/config.ts';

/** Starts the service with the operator's link. */
export async function startContentService(link: string) {
  /** The first one that is free, and then the same. */
  let port = 0;
  let server: Server;

  async function start(current: string) {
    const attributes = { [linkFields.link]: current, [linkFields.blogLink]: `${current}blog/` };
    server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: { attributes } }));
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  }

  async function refuse() {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  await start(link);
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    refuse,
    hang() {
      server.removeAllListeners('request');
      server.on('request', () => {});
    },
    async end() {
      if (server.listening) await refuse();
    },
  };
}
