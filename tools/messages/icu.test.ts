import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Constants, compileMessage, parseMessage } from './icu.ts';

/** Compiles a message for a site with these constants. */
function compiled(text: string, values: Constants['values'], code = 'en') {
  return compileMessage(parseMessage(text), code, { values, timeZone: 'Asia/Kuala_Lumpur' });
}

test('Arabic has a form for each of its six plural categories', () => {
  const days =
    '{days, plural, zero {لا أيام} one {يوم واحد} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}';
  for (const [number, text] of [
    [0, 'لا أيام'],
    [1, 'يوم واحد'],
    [2, 'يومان'],
    [3, '٣ أيام'],
    [11, '١١ يومًا'],
    [100, '١٠٠ يوم'],
    [365, '٣٦٥ يومًا'],
  ] as const) {
    assert.equal(compiled(days, { days: number }, 'ar-EG'), text);
  }
});

test('Numbers, plurals and dates become text in the words of the language', () => {
  const values = { days: 12_345, share: 0.5, start: new Date('2024-08-21T19:30+08:00') };
  for (const [code, text, expected] of [
    ['en', '{days, number} days', '12,345 days'],
    ['hi', '{days, number}', '12,345'],
    ['de', '{days, plural, one {# Tag} other {# Tage}}', '12.345 Tage'],
    ['en', '{share, number, percent}', '50%'],
    ['en', '{days, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', '12,345th'],
    ['ms', '{start, date, ::dMMMMy}', '21 Ogos 2024'],
    ['zh', '{start, date, long}', '2024年8月21日'],
    ['ms', '{start, time, ::HHmm}', '19:30'],
  ] as const) {
    assert.equal(compiled(text, values, code), expected, `${code}: ${text}`);
  }
});

test('The exact number of a plural wins over its category', () => {
  const days = '{days, plural, =365 {every day of the year} one {# day} other {# days}}';
  assert.equal(compiled(days, { days: 365 }), 'every day of the year');
  assert.equal(compiled(days, { days: 364 }), '364 days');
});

test('Tags and values that are known at run time only stay, also within a plural', () => {
  const text = '{days, plural, one {<link># day</link>} other {<link># days</link> from {place}}}';
  assert.deepEqual(compiled(text, { days: 1_000 }), [
    { type: 8, value: 'link', children: [{ type: 0, value: '1,000 days' }] },
    { type: 0, value: ' from ' },
    { type: 1, value: 'place' },
  ]);
});
