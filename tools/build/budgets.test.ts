import assert from 'node:assert/strict';
import { test } from 'vitest';
import { budgetErrors } from './budgets.ts';
import { OutputFiles } from './output-files.ts';

const limits = { scripts: 5_000, styles: 2_000, picture: 3_000 };
const names = ['beforePaint', 'script', 'app', 'style', 'errors', 'visits', 'vitals'];
const parts = { 'react-dom': 9_000, 'client/features/promo.tsx': 800, 'client/promo.css': 1_500 };

/** Returns the errors of a site whose app, style sheet and picture have these bytes. */
function errors(app: number, style: number, picture: number, before?: Record<string, number>) {
  const files = new OutputFiles();
  const bytes: Record<string, number> = { app, style };
  const assets = Object.fromEntries(
    names.map((name) => [name, files.addHashed(`${name}.x`, Buffer.alloc(bytes[name] ?? 100))]),
  );
  files.addHashed('beach.jpg', Buffer.alloc(picture));
  return budgetErrors(assets, files, limits, parts, before);
}

test('A site within its limits has no errors', () => {
  assert.deepEqual(errors(4_800, 2_000, 3_000), []);
});

test('Scripts beyond the limit are reported with the largest parts', () => {
  assert.deepEqual(errors(4_900, 2_000, 3_000), [
    'the scripts: 5100 bytes as sent; the limit is 5000 (maxBytes of client/site/config.ts); largest before compression:\n  react-dom: 9000\n  client/features/promo.tsx: 800',
  ]);
});

test('After a build within the limits, what has grown since is named, and nothing else', () => {
  const [error = ''] = errors(4_900, 2_000, 3_000, { ...parts, 'client/features/promo.tsx': 300 });
  assert.match(error, /grown before compression:\n {2}client\/features\/promo\.tsx: 500$/);
});

test('A style sheet and a picture beyond their limits are named', () => {
  const [style = '', picture = ''] = errors(1_000, 2_001, 8_000_000);
  assert.match(style, /^the style sheet: 2001 .*\n {2}client\/promo\.css: 1500$/);
  assert.equal(
    picture,
    'the picture beach.jpg: 8000000 bytes as sent; the limit is 3000 (maxBytes of client/site/config.ts)',
  );
});
