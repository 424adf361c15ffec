import { loadHttp2, warmedUp } from '../loads.ts';
import type { MeasureOptions } from '../measure.ts';
import { nginx, serveAsFile, serveOverHttps } from '../nginx.ts';
import { otherCores } from '../processes.ts';
import { marquees, serversNamed } from '../servers.ts';
import { inTurnsAndSteadily, shortTurn } from '../turns.ts';

export const id = 'https';
export const title = 'Page over HTTPS';

const connections = 64;
const encoding = 'gzip, deflate, br, zstd';

export async function measure({ warmUp, ...lengths }: MeasureOptions) {
  const options = { connections, encoding, cores: otherCores };
  const proxied = [...marquees, ...serversNamed('next', 'node')].map((server) => ({
    ...server,
    name: `${server.name}${server.cached ? '' : ', uncached'}`,
    serve: () =>
      warmedUp(serveOverHttps(server, server.cached ? 'cached' : 'uncached'), {
        ...options,
        warmUp,
      }),
  }));
  const rows = [
    ...proxied,
    { ...nginx, serve: () => warmedUp(serveAsFile(encoding), { ...options, warmUp }) },
  ];
  return {
    note:
      `h2load with ${connections} connections of HTTP/2 over TLS 1.3, in turns of ${shortTurn} s. nginx is the proxy, ` +
      "on the server's core, keeps connections to it, and compresses what it does not.",
    tables: [
      {
        id: 'proxied',
        columns: [
          { key: 'rate', title: 'Requests/s', digits: 0 },
          { key: 'p99', title: 'p99, ms', digits: 2 },
        ],
        rows: await inTurnsAndSteadily(rows, { ...lengths, steady: 0 }, ({ secureUrl }, seconds) =>
          loadHttp2(secureUrl, { ...options, seconds }),
        ),
      },
    ],
  };
}
