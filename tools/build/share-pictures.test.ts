import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'vitest';
import { OutputFiles } from './output-files.ts';
import { addSharePictures } from './share-pictures.ts';

test('A language without a picture of its own uses the English one', async () => {
  const files = new OutputFiles();
  const folder = 'client/site/pictures';
  const names = await readdir(folder);
  const own = names.flatMap((name) => /^share-(.+)\.jpg$/.exec(name)?.[1] ?? []);
  const pictures = await addSharePictures(files, [...own, 'none'], folder);
  const english = pictures.get('en');
  assert.match(english?.url ?? '', /^\/assets\/share-en-[0-9A-F]{8}\.jpg$/);
  assert.equal(new Set(own.map((code) => pictures.get(code)?.url)).size, own.length);
  assert.deepEqual(pictures.get('none'), english);
});
