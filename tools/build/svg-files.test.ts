import assert from 'node:assert/strict';
import { test } from 'vitest';
import { svgError } from './svg-files.ts';

const svg = (attributes: string, content = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;

/** What the programs and icon sets write that designers use. */
// biome-ignore format: a row a line
const accepted: [program: string, source: string][] = [
  ['Illustrator, sizes in px', `<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator: Adobe Illustrator -->\n${svg('version="1.1" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" width="100px" height="50px" viewBox="0 0 100 50" style="enable-background:new 0 0 100 50;" xml:space="preserve"')}`],
  ['Illustrator, a style sheet', svg('viewBox="0 0 9 9"', '<style type="text/css">.st0{fill:#D91A3C;stroke-width:2px;}</style><path class="st0" d="M0,0h9v9H0V0z"/>')],
  ['Illustrator, entities of a document type', `<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>`],
  ['Illustrator, an embedded photo', svg('xmlns:xlink="http://www.w3.org/1999/xlink"', '<image width="1" height="1" xlink:href="data:image/png;base64,iVBORw0KGgo="/>')],
  ['Inkscape, a page in mm', svg('width="210mm" height="297mm" viewBox="0 0 210 297" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"', '<sodipodi:namedview id="base" inkscape:zoom="0.35"/>')],
  ['Inkscape, no dashes', svg('', '<path style="stroke-dasharray:none" stroke-dasharray="none" stroke-miterlimit="4" d="m 1,2 c 0,0 1,1 2,2 z"/>')],
  ['Inkscape, a gradient of a gradient', svg('xmlns:xlink="http://www.w3.org/1999/xlink"', '<linearGradient id="a"/><linearGradient id="b" xlink:href="#a" gradientTransform="matrix(1,0,0,-1,0,9)"/>')],
  ['Inkscape, metadata', svg('xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"', '<metadata><rdf:RDF/></metadata>')],
  ['Figma, a mask and a filter', svg('width="24" height="24" fill="none"', '<g filter="url(#filter0_d_1_2)"><mask id="mask0_1_2" style="mask-type:alpha" maskUnits="userSpaceOnUse"/></g>')],
  ['Figma, a clip path', svg('', '<g clip-path="url(#clip0)"><path fill-rule="evenodd" clip-rule="evenodd" d="M12 2C6.477 2 2 6.477 2 12z"/></g>')],
  ['Sketch', svg('width="24px" height="24px" version="1.1"', '<title>icon</title><desc>Created with Sketch.</desc><g id="Page-1" stroke="none" stroke-width="1"/>')],
  ['Affinity', svg('width="100%" height="100%" style="fill-rule:evenodd;clip-rule:evenodd;stroke-linejoin:round;stroke-miterlimit:2;" xmlns:serif="http://www.serif.com/"', '<g serif:id="Layer 1"/>')],
  ['CorelDRAW', svg('width="5.5in" height="30pt" shape-rendering="geometricPrecision"', '<path class="fil0" d="M-.5-1.5.5 2a1 1 0 01.5.5z"/>')],
  ['Iconify', svg('width="1em" height="1em" viewBox="0 0 24 24"', '<path fill="currentColor" d="M19 3H5a2 2 0 0 0-2 2"/>')],
  ['Lucide', svg('width="24" height="24" stroke="currentColor" stroke-width="2" stroke-linecap="round" class="lucide"', '<circle cx="12" cy="12" r="10"/><line x1="12" x2="12.01" y1="16" y2="16"/>')],
  ['Heroicons', svg('fill="none" viewBox="0 0 24 24" stroke-width="1.5" aria-hidden="true" data-slot="icon"')],
  ['Material Symbols', svg('height="24px" viewBox="0 -960 960 960" width="24px" fill="#e8eaed"', '<path d="M480-120 320-280l56-57z"/>')],
  ['Font Awesome', svg('viewBox="0 0 512 512"', '<!--! A licence --><path d="M256 512A256 256 0 1 0 256 0z"/>')],
  ['Bootstrap Icons', svg('class="bi bi-x" width="16" height="16"', '<path d="M4.646 4.646a.5.5 0 0 1 .708 0L8 7.293l2.646-2.647"/>')],
  ['SVGO', svg('viewBox="0 0 9 9"', '<path d="M0 0v9h9V0z" transform="translate(-28-37)scale(2)"/>')],
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
