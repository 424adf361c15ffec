import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fetchKeptAlive } from '../http.ts';
import { end } from '../processes.ts';
import { dist, type Server, serve, servers } from '../servers.ts';
import { inTurns } from '../turns.ts';

export const id = 'bytes';
export const title = 'Bytes';

const columns = [
  { key: 'identity', title: 'Identity, B', digits: 0 },
  { key: 'gzip', title: 'gzip, B', digits: 0 },
  { key: 'br', title: 'Brotli, B', digits: 0 },
  { key: 'headers', title: 'Headers', digits: 0 },
];

async function page(server: Server) {
  const { child, url } = await serve(server, { page: 'cached' });
  try {
    const { bytes, headerCount } = await fetchKeptAlive(url, 'identity');
    const figures: Record<string, number> = { identity: bytes, headers: headerCount };
    for (const encoding of ['gzip', 'br']) {
      const encoded = await fetchKeptAlive(url, encoding);
      if (encoded.headers['content-encoding'] === encoding) figures[encoding] = encoded.bytes;
    }
    return figures;
  } finally {
    await end(child);
  }
}

function scripts() {
  const { assets }: { assets: { script: string; app: string } } = JSON.parse(
    readFileSync(join(dist, 'site.json'), 'utf8'),
  );
  const sizeOf = (suffix: string) =>
    [assets.script, assets.app]
      .map((url) => statSync(join(dist, 'public', `${url}${suffix}`)).size)
      .reduce((sum, size) => sum + size);
  return { identity: sizeOf(''), gzip: sizeOf('.gz'), br: sizeOf('.br') };
}

export async function measure() {
  const row = { id: 'marquee', name: 'Marquee' };
  return {
    note: 'Of a page, the complete response to a request for `/`: head, body and framing.',
    tables: [
      { id: 'page', title: 'Page', columns, rows: await inTurns(servers, 1, page) },
      {
        id: 'scripts',
        title: 'Scripts that hydrate it',
        columns: columns.slice(0, 3),
        rows: await inTurns([row], 1, scripts),
      },
    ],
  };
}
