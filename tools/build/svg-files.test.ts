import assert from 'node:assert/strict';
import { test } from 'vitest';
import { svgErrors } from './svg-files.ts';

const errorsIn = (inside: string) =>
  svgErrors(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n${inside}\n</svg>`);

test('Rejects markup that browser engines parse differently', () => {
  for (const [inside, reason] of [
    ['<svg viewBox="-144-80 288 160"/>', /^:2: viewBox="-144-80 288 160" violates the grammar/],
    ['<svg viewBox="0 0 9"/>', /viewBox/],
    ['<g transform="translate(-28-37)scale(2)"/>', /transform/],
    ['<g transform="turn(3)"/>', /transform/],
    ['<path d="M0 0L"/>', /^:2: d="M0 0L" is not a valid path/],
    ['<circle r="1px2"/>', /r="1px2"/],
    ['<path id="7"/>', /id="7"/],
    ['<path id="a"/><g id="a"/>', /id="a" is a duplicate/],
    ['<use href="#a"/>', /no element has the id "a"/],
    ['<path fill="url(#a)"/>', /no element has the id "a"/],
    ['<g>', /tag/],
    ['<path d="M0 0" d="M1 1"/>', /duplicate/],
  ] as const) {
    assert.match(errorsIn(inside).join('\n'), reason, inside);
  }
});

test('Accepts the shortest notation that the grammars allow', () => {
  const inside =
    '<path id="a" d="M-.5-1.5.5 2a1 1 0 01.5.5z" transform="translate(-3 -4)scale(.5)"/>' +
    '<use href="#a" x="5%"/><polygon points="0,0 1 1, 2 0" fill="url(#a)"/>';
  assert.deepEqual(errorsIn(inside), []);
});
