import assert from 'node:assert/strict';
import { test } from 'vitest';
import { svgError } from './svg-files.ts';

const svg = (attributes: string, content = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;

/** What designers' programs write: a document type, namespaces, or no more than SVG. */
// biome-ignore format: a row a line
const accepted: [program: string, source: string][] = [
  ['Illustrator, entities of a document type', `<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>`],
  ['Illustrator, an embedded photo', svg('xmlns:xlink="http://www.w3.org/1999/xlink"', '<image width="1" height="1" xlink:href="data:image/png;base64,iVBORw0KGgo="/>')],
  ['Inkscape, a page in mm', svg('width="210mm" height="297mm" viewBox="0 0 210 297" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"', '<sodipodi:namedview id="base" inkscape:zoom="0.35"/>')],
  ['Bootstrap Icons', svg('class="bi bi-x" width="16" height="16"', '<path d="M4.646 4.646a.5.5 0 0 1 .708 0L8 7.293l2.646-2.647"/>')],
];

test.each(accepted)('Accepts what designers use: %s', (_, source) => {
  assert.equal(svgError(source), null);
});

test('Rejects what no browser shows, with line and column', () => {
  for (const [source, reason] of [
    [svg('', '<g>'), '1:50: unexpected close tag.'],
    [svg('\nd=1'), '2:3: unquoted attribute value.'],
    [
      '<svg viewBox="0 0 9 9"/>',
      '1:1: <svg> is no image without xmlns="http://www.w3.org/2000/svg"',
    ],
    ['', '1:0: document must contain a root element.'],
  ] as const) {
    assert.equal(svgError(source), reason);
  }
});
