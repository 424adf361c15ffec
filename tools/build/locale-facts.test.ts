import assert from 'node:assert/strict';
import { test } from 'vitest';
import { localeFacts } from './locale-facts.ts';

test('Derives script, Open Graph code and aliases from a language code', () => {
  assert.deepEqual(localeFacts('en'), { script: 'Latn', openGraph: 'en_US', aliases: ['eng'] });
  assert.deepEqual(localeFacts('zh'), {
    script: 'Hans',
    openGraph: 'zh_CN',
    // cmn is Mandarin.
    aliases: ['chi', 'cmn', 'zho'],
  });
  assert.deepEqual(localeFacts('ms'), {
    script: 'Latn',
    openGraph: 'ms_MY',
    // zsm is Standard Malay.
    aliases: ['may', 'msa', 'zsm'],
  });
  assert.deepEqual(localeFacts('ta'), { script: 'Taml', openGraph: 'ta_IN', aliases: ['tam'] });
});

test('A code with a script has no aliases', () => {
  assert.deepEqual(localeFacts('zh-Hant'), { script: 'Hant', openGraph: 'zh_TW', aliases: [] });
});
