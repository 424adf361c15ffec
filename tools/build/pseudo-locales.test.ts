import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as config from '../../client/site/config.ts';
import { readLanguages } from '../messages/language.ts';
import { compilePseudoLocales, siteConstants } from './locales.ts';
import { pseudoLocales } from './pseudo-locales.ts';

const message =
  "Don't miss {bonus} on <link>our site</link>: {day, select, 1 {Monday} other {}} {days, plural, one {# day} other {# days}}";
const languages = await readLanguages('locales');
const constants = siteConstants(config);
const [accented, mirrored, identified] = pseudoLocales({ 'a.b.c': message });

test('The accented pseudo-locale keeps variables, tags and selects', () => {
  assert.equal(accented?.code, 'en-XA');
  assert.equal(
    accented?.messages['a.b.c'],
    "Đööñ''ţ ɱîîşş {bonus} ööñ <link>ööüüŗ şîîţéé</link>: {day,select,1{Ṁööñđååý} other{}} {days,plural,one{# đååý} other{# đååýş}}",
  );
});

test('The mirrored pseudo-locale reverses text, except for numbers', () => {
  assert.equal(mirrored?.code, 'en-XB');
  assert.equal(mirrored?.messages['locale.dir'], 'rtl');
  const [text] = pseudoLocales({ x: '404 - Page Not Found' }).slice(1);
  assert.equal(text?.messages.x, '404 - \u202ePage Not Found\u202c');
});

test('The pseudo-locale of ids shows the id in place of the text and in each tag', () => {
  assert.equal(identified?.code, 'en-XK');
  assert.equal(identified?.messages['a.b.c'], 'a.b.c <link>a.b.c</link>');
  const number = pseudoLocales({ 'a.b': '{count} %' }).at(-1);
  assert.equal(number?.messages['a.b'], 'a.b');
});

test('The build adds no line break to an id', () => {
  const byId = compilePseudoLocales(languages, constants).at(-1);
  const texts = Object.entries(byId?.table ?? {}).filter(([, text]) => typeof text === 'string');
  assert.ok(texts.length > 0);
  for (const [id, text] of texts) assert.equal(text, id);
});

test('The accented pseudo-locale is about a third longer than English', () => {
  const text = 'The page you are looking for does not exist.';
  const [longer] = pseudoLocales({ text });
  const growth = (longer?.messages.text?.length ?? 0) / text.length;
  assert.ok(growth > 1.3 && growth < 1.4, `${growth}`);
});
