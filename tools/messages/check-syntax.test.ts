import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkFormats, checkPlurals, checkVariables } from './check-syntax.ts';
import { constants, found } from './testing.ts';

test('Accepts a plain variable where English has a select', () => {
  const choice = { a: '{month, select, 1 {Jan} other {}}' };
  assert.deepEqual(found(checkVariables, { a: '{month}月' }, choice, 'zh'), []);
});

test('Reports formats that the build cannot apply, with the reason', () => {
  for (const [text, reason] of [
    ['{place, plural, other {#}}', /only known when the page is used.*; write \{place\} alone/],
    ['{place, number}', /only known when the page is used/],
    ['<b>{place, select, 1 {x} other {}}</b>', /only known when the page is used/],
    ['{freeBonus, number}', /\{freeBonus\} is “RM68\.88”, which is no number/],
    ['{days, date}', /\{days\} is “365”, which is no date/],
    ['{start, plural, other {#}}', /which is no number/],
    ['{start}', /is a point in time, which has to be formatted; write \{start, date, long\} or/],
    ['{days, number, ::currency/RM}', /unknown format: .*; correct the format/],
  ] as const) {
    assert.match(found(checkFormats(constants), { a: text }).join(), reason, text);
  }
  for (const text of ['{days, number}', '{start, time, short}', '{days, plural, other {#}}']) {
    assert.deepEqual(found(checkFormats(constants), { a: text }), [], text);
  }
});

test('Reports the forms of a plural that the language lacks or does not have', () => {
  const plural = (forms: string) => ({ a: `{days, plural, ${forms}}` });
  const report = (forms: string, code: string) => found(checkPlurals, plural(forms), {}, code);
  assert.deepEqual(report('one {# day} other {# days}', 'en'), []);
  assert.deepEqual(report('=1 {sehari} other {# hari}', 'ms'), []);
  assert.deepEqual(report('one {# dzień} other {# dnia}', 'pl'), [
    'a: {days, plural, …} lacks the form "few", which Polish has for numbers such as 2, 3, 4; add few {…} with its text',
    'a: {days, plural, …} lacks the form "many", which Polish has for numbers such as 0, 5, 6; add many {…} with its text',
  ]);
  assert.deepEqual(report('one {#天} other {#天}', 'zh'), [
    'a: {days, plural, …} has the form "one", which Chinese does not have; delete it; Chinese has other',
  ]);
  const ordinal = { a: '{days, selectordinal, other {#th}}' };
  assert.match(found(checkPlurals, ordinal, {}, 'en').join(), /lacks the form "one".* 1, 21, 31/);
});
