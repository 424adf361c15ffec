import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dist } from '../servers.ts';
import { inTurns } from '../turns.ts';

export const id = 'first-load';
export const title = 'First-load JavaScript';

const columns = [
  { key: 'identity', title: 'Identity, B', digits: 0 },
  { key: 'gzip', title: 'gzip, B', digits: 0 },
  { key: 'br', title: 'Brotli, B', digits: 0 },
];

export async function measure() {
  const { assets }: { assets: { script: string; app: string } } = JSON.parse(
    readFileSync(join(dist, 'site.json'), 'utf8'),
  );
  const sizeOf = (suffix: string) =>
    [assets.script, assets.app]
      .map((url) => statSync(join(dist, 'public', `${url}${suffix}`)).size)
      .reduce((sum, size) => sum + size);
  const row = { id: 'marquee', name: 'Marquee' };
  return {
    note: 'The files of the entry script and of the app, which hydrates the page.',
    tables: [
      {
        id: 'scripts',
        columns,
        rows: await inTurns([row], 1, () => ({
          identity: sizeOf(''),
          gzip: sizeOf('.gz'),
          br: sizeOf('.br'),
        })),
      },
    ],
  };
}
