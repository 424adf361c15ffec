import assert from 'node:assert/strict';
import { test } from 'vitest';
import { OutputFiles } from './output-files.ts';
import { addSharePictures } from './share-pictures.ts';

test('A language without a picture of its own uses the English one', async () => {
  const files = new OutputFiles();
  const pictures = await addSharePictures(files, ['en', 'zh', 'ms', 'ta'], 'client/site/pictures');
  const [en, zh, ms, ta] = ['en', 'zh', 'ms', 'ta'].map((code) => pictures.get(code));
  assert.match(en?.url ?? '', /^\/assets\/share-en-[0-9A-F]{8}\.jpg$/);
  assert.equal(new Set([en, zh, ms].map((picture) => picture?.url)).size, 3);
  assert.deepEqual(ta, en);
  // The size that social networks do not crop.
  for (const { width, height } of pictures.values()) assert.deepEqual([width, height], [1200, 630]);
});
