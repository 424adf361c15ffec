import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutWideSwitches } from './lean-renderer.mjs';

/** A switch with every way of leaving a case, made wide by names that nobody asks for. */
const wide = `function tell(name, log) {
  for (var round = 0; round < 2; round++) {
    switch (name + '') {
      case 'breaks': log('b'); break;
      case 'continues': log('c'); continue;
      case 'returns': return 'r';
      case 'throws': throw Error('t');
      case 'one': case 'other': log('o');
      case 'falls': log('f');
      case 'between': log('n'); break;
      ${Array.from({ length: 60 }, (_, place) => `case 'n${place}': log(${place}); break;`).join('\n')}
      default: log('d');
    }
    log('.');
  }
  return 'end';
}`;

/** What a script's `tell` does with a name. */
function told(script: string, name: unknown): string {
  const tell = new Function(`${script}; return tell;`)();
  let log = '';
  try {
    log += tell(name, (text: unknown) => {
      log += text;
    });
  } catch (error) {
    log += error;
  }
  return log;
}

test('A wide switch without its cases does the same', () => {
  const narrow = withoutWideSwitches(wide);
  assert.ok(narrow.includes('new Map'));
  const names = ['breaks', 'continues', 'returns', 'throws', 'one', 'other', 'falls', 'between'];
  for (const name of [...names, 'n0', 'n59', 'unknown', '', 'constructor', 7]) {
    assert.equal(told(narrow, name), told(wide, name), String(name));
  }
});

test('A narrow switch, and one over anything but strings, is left alone', () => {
  const narrow = "switch (a) { case 'one': b(); }";
  const numbers = `switch (a) { ${Array.from({ length: 60 }, (_, n) => `case ${n}: b();`).join('')} }`;
  for (const script of [narrow, numbers]) assert.equal(withoutWideSwitches(script), script);
});
