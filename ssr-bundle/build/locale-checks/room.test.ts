import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRoom } from './room.mjs';
import { found } from './testing.ts';

const check = checkRoom({ freeBonus: 'RM68.88' });

test('Localisers are told of a text that is too long for its place', () => {
  assert.deepEqual(found(check, { 'footer.nav.home': 'Laman utama' }), []);
  assert.deepEqual(found(check, { 'footer.nav.home': 'Laman utama kami' }), [
    'footer.nav.home: the text takes the room of 16 letters; a tab at the bottom of a phone has 12; say it shorter, by 4 at least',
  ]);
});

test('A Chinese character takes the room of two letters, a mark on a letter none', () => {
  assert.deepEqual(found(check, { 'footer.nav.home': '返回首页吧' }), []);
  assert.match(found(check, { 'footer.nav.home': '返回网站首页吧' }).join(), /room of 14 letters/);
  assert.deepEqual(found(check, { 'footer.nav.home': 'e\u0301'.repeat(12) }), []);
});

test('Variables count as what they become, choices as their longest text', () => {
  const text = `{freeBonus}${'x'.repeat(54)}`;
  assert.match(found(check, { 'page.home.title': text }).join(), /room of 61 letters/);
  const choice = '{month, select, 1 {Jan} 2 {a month with a name beyond all room} other {}}';
  assert.match(found(check, { 'sports.start.time': choice }).join(), /room of 35 letters/);
});
