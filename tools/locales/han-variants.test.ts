import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHanVariants } from './han-variants.mjs';
import { found } from './testing.ts';

const inChinese = (code: string, text: string) =>
  found(checkHanVariants, { a: text }, { a: text }, code).join();

test('Reports a Traditional character in Simplified Chinese', () => {
  assert.equal(
    inChinese('zh', '欢迎登錄'),
    'a: 錄 is Traditional Chinese in a Simplified text; write “欢迎登录”',
  );
  // The same character can be right in one word and wrong in another.
  assert.match(inChinese('zh', '乾净'), /乾 is Traditional/);
  assert.equal(inChinese('zh', '乾坤，皇后，著名，面包'), '');
});

test('Reports a Simplified character in Traditional Chinese', () => {
  assert.match(inChinese('zh-Hant', '歡迎登录'), /录 is Simplified/);
  assert.equal(inChinese('zh-Hant', '歡迎登錄'), '');
});

test('Ignores languages other than Chinese', () => {
  assert.equal(inChinese('ms', '錄'), '');
});
