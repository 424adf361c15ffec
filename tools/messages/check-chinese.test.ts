import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkChineseTypography, checkHanVariants } from './check-chinese.ts';
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

const corrected = (text: string) =>
  /write “(.*)”/.exec(found(checkChineseTypography, { a: text }, { a: text }, 'zh').join())?.[1];

for (const [problem, text, right] of [
  ['a half-width comma', '您好,欢迎', '您好，欢迎'],
  ['a half-width comma after a variable', '送{bonus},再领', '送{bonus}，再领'],
  ['a half-width question mark before a tag', '更多?<link>博客</link>', '更多？<link>博客</link>'],
  ['a half-width colon', '语言:{language}', '语言：{language}'],
  ['a half-width exclamation mark', '欢迎!', '欢迎！'],
  ['a half-width semicolon', '是;否', '是；否'],
  ['half-width brackets', '库拉索(Curacao)主牌照', '库拉索（Curacao）主牌照'],
  ['straight quotes', '他说"好"', '他说“好”'],
  ['a space between two characters', '您好 欢迎', '您好欢迎'],
  ['a space after a full stop', '欢迎。 再见', '欢迎。再见'],
  ['an ellipsis of full stops', '您好...', '您好……'],
] as const) {
  test(`Corrects ${problem}`, () => assert.equal(corrected(text), right));
}

test('Accepts valid Chinese typography', () => {
  for (const text of [
    '每日{percent}%红利',
    '404 - 找不到页面',
    '找不到页面 | {brand}',
    '{year}年{month}月{day}日 {time}',
    '好……',
    '想了解更多？<link>浏览我们的博客</link>。',
    '{month, select, 1 {一} other {}}',
  ]) {
    assert.equal(corrected(text), undefined, text);
  }
});
