import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkName } from './name.mjs';
import { found } from './testing.ts';

test('Reports a missing language name and a wrong text direction', () => {
  const arabic = { 'locale.name': 'العربية', 'locale.dir': 'rtl' };
  assert.deepEqual(found(checkName, arabic, arabic, 'ar'), []);
  assert.match(found(checkName, { ...arabic, 'locale.dir': 'ltr' }, arabic, 'ar').join(), /"rtl"/);
  assert.match(found(checkName, { 'locale.dir': 'ltr' }).join(), /no name for the menu/);
});
