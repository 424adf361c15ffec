import { fetchKeptAlive } from '../http.ts';
import { end } from '../processes.ts';
import { type Server, serve, servers } from '../servers.ts';
import { inTurns } from '../turns.ts';

export const id = 'wire';
export const title = 'Bytes on the wire';

const columns = [
  { key: 'identity', title: 'Identity, B', digits: 0 },
  { key: 'gzip', title: 'gzip, B', digits: 0 },
  { key: 'br', title: 'Brotli, B', digits: 0 },
  { key: 'body', title: 'Identity, body only, B', digits: 0 },
  { key: 'headers', title: 'Headers', digits: 0 },
];

async function measureOne(server: Server) {
  const { child, url } = await serve(server, { page: 'cached' });
  try {
    const page = await fetchKeptAlive(url, 'identity');
    const figures: Record<string, number> = {
      identity: page.bytes,
      body: page.body.length,
      headers: page.headerCount,
    };
    for (const encoding of ['gzip', 'br']) {
      const encoded = await fetchKeptAlive(url, encoding);
      if (encoded.headers['content-encoding'] === encoding) figures[encoding] = encoded.bytes;
    }
    return figures;
  } finally {
    await end(child);
  }
}

export async function measure() {
  return {
    note: 'The complete response to a request for `/`: head, body and framing.',
    tables: [{ id: 'bytes', columns, rows: await inTurns(servers, 1, measureOne) }],
  };
}
