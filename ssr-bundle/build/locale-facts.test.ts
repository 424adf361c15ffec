import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeFacts } from './locale-facts.mjs';

test('A language is known by its code alone', () => {
  assert.deepEqual(localeFacts('en'), { script: 'Latn', openGraph: 'en_US', aliases: ['eng'] });
  assert.deepEqual(localeFacts('zh'), {
    script: 'Hans',
    openGraph: 'zh_CN',
    // Mandarin is written Chinese.
    aliases: ['chi', 'cmn', 'zho'],
  });
  assert.deepEqual(localeFacts('ms'), {
    script: 'Latn',
    openGraph: 'ms_MY',
    // Standard Malay is what the code for Malay means.
    aliases: ['may', 'msa', 'zsm'],
  });
  assert.deepEqual(localeFacts('ta'), { script: 'Taml', openGraph: 'ta_IN', aliases: ['tam'] });
});

test('A code with a script leaves the aliases to the language alone', () => {
  assert.deepEqual(localeFacts('zh-Hant'), { script: 'Hant', openGraph: 'zh_TW', aliases: [] });
});
