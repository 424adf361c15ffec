import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLength } from './length.mjs';
import { found } from './testing.ts';

const check = checkLength({ freeBonus: 'RM68.88' });

test('Reports a text that exceeds the length limit of its place', () => {
  assert.deepEqual(found(check, { 'footer.nav.home': 'Laman utama' }), []);
  assert.deepEqual(found(check, { 'footer.nav.home': 'Laman utama kami' }), [
    'footer.nav.home: the text is 16 letters wide; the limit for a tab at the bottom of a phone is 12; shorten it by at least 4',
  ]);
});

test('Counts a Chinese character as two letters, and a combining mark as none', () => {
  assert.deepEqual(found(check, { 'footer.nav.home': '返回首页吧' }), []);
  assert.match(found(check, { 'footer.nav.home': '返回网站首页吧' }).join(), /14 letters wide/);
  assert.deepEqual(found(check, { 'footer.nav.home': 'e\u0301'.repeat(12) }), []);
});

test('Counts a variable as its value, and a select as its longest branch', () => {
  const text = `{freeBonus}${'x'.repeat(54)}`;
  assert.match(found(check, { 'page.home.title': text }).join(), /61 letters wide/);
  const choice = '{month, select, 1 {Jan} 2 {a month with a name beyond all room} other {}}';
  assert.match(found(check, { 'sports.start.time': choice }).join(), /35 letters wide/);
});
