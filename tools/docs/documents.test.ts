import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';

/** Returns the texts of all files of a folder with an extension. */
function textsIn(folder: string, extension: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
}

test('The tests that documents list exist', () => {
  const code = textsIn('tests', '.rs').map(([, text]) => text);
  const functions = code.flatMap((text) =>
    [...text.matchAll(/\bfn (\w+)\(/g)].map(([, name]) => name),
  );
  const listed = textsIn('docs', '.md').flatMap(([file, text]) =>
    [...text.matchAll(/^- `(…?)([a-z]\w+|_\w+)`/gm)]
      .filter(([, , name = '']) => name.split('_').length > 4)
      .map(([, start, name = '']) => ({ file, start, name })),
  );
  assert.notEqual(listed.length, 0);
  const missing = listed.filter(
    ({ start, name }) => !functions.some((it) => (start ? it?.endsWith(name) : it === name)),
  );
  assert.deepEqual(missing, []);
});
