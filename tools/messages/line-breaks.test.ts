import assert from 'node:assert/strict';
import { test } from 'vitest';
import { compileMessage, parseMessage } from './icu.ts';
import { setLineBreaks } from './line-breaks.ts';
import { constants } from './testing.ts';

/** Compiles a message, with U+200B as `|` and U+00A0 as `_`. */
function compiled(text: string, code: string, id = 'a.b.text') {
  const message = compileMessage(parseMessage(text), code, constants, (elements) =>
    setLineBreaks(id, elements, code),
  );
  return JSON.stringify(message).replaceAll('\u200b', '|').replaceAll('\u00a0', '_');
}

test('Chinese breaks between phrases, never within words or between a number and its measure word', () => {
  for (const [text, phrases] of [
    ['每日首存最高送好礼给您', '每日|首存|最高|送好礼给您'],
    ['老虎机、真人娱乐应有尽有', '老虎机、|真人|娱乐应有尽有'],
    ['全年365天送免费积分', '全年|365天|送免费积分'],
    ['我们的平台（Curacao）持牌', '我们的|平台|（Curacao）|持牌'],
    ['适可而止。', '适可而止。'],
  ] as const) {
    assert.equal(compiled(text, 'zh'), JSON.stringify(phrases), text);
  }
});

test('Keeps an amount with its verb, and breaks before a link', () => {
  assert.equal(
    compiled('注册送{freeBonus}，再领免费红利。', 'zh'),
    '"注册|送RM68.88，|再领|免费红利。"',
  );
  assert.match(compiled('注册送{amount}，再领。', 'zh'), /"注册\|送".*"，\|再领。"/);
  assert.match(compiled('尽在<link>官方博客</link>。', 'zh'), /"尽在\|".*"官方博客".*"。"/);
});

test('U+200B forces a break opportunity and U+2060 prevents one', () => {
  assert.equal(compiled('即享\u200b新会员红利多多', 'zh'), '"即享|新会员红利多多"');
  assert.equal(compiled('由系统\u2060生成的内容', 'zh'), '"由系统生成的内容"');
});

test('Joins the last words of a paragraph, but not of a short text', () => {
  const paragraph =
    'Set yourself a limit and stop when you reach it, as every bonus has its terms.';
  assert.match(compiled(paragraph, 'en'), /has_its_terms\."$/);
  assert.equal(compiled('Spin for the big win', 'ms'), '"Spin for the big win"');
});

test('Leaves titles, labels and document metadata unchanged', () => {
  const text = '老虎机、真人娱乐、体育投注';
  for (const id of ['a.b.title', 'a.b.label', 'page.a.text', 'shell.a.note']) {
    assert.equal(compiled(text, 'zh', id), JSON.stringify(text), id);
  }
});
