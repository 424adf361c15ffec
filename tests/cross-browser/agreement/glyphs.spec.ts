import { languages } from '../../browser/support/languages.ts';
import { phone } from '../support/test.ts';
import { expect, type Side, test } from './test.ts';

/** Maximum shift of a glyph in em. All glyphs of a heading are of one font. */
const maxShift = 0.08;

/** A character with the horizontal centre of its painted glyph. */
interface Glyph {
  character: string;
  /** Offsets from the viewport's edges in CSS pixels. */
  middle: number;
  top: number;
}

for (const language of languages) {
  test.describe(`in ${language.code}`, () => {
    test.use({ language });

    test('the glyphs of the heading have the same distances', async ({ sides }) => {
      const headings = await Promise.all(sides.map(paintHeading));
      const [reference, ...others] = headings;
      for (const { engine, fontSize, glyphs } of others) {
        const expected = reference?.glyphs ?? [];
        expect(expected.length).toBeGreaterThan(5);
        expect(glyphs).toHaveLength(expected.length);
        const shifted = glyphs.slice(1).flatMap((glyph, index) => {
          const [before, here, hereBefore] = [glyphs[index], expected[index + 1], expected[index]];
          if (!before || !here || !hereBefore) return [];
          // Line breaks are compared in layout.spec.ts.
          if (glyph.top !== before.top || here.top !== hereBefore.top) return [];
          const shift =
            (glyph.middle - before.middle - (here.middle - hereBefore.middle)) / fontSize;
          const pair = before.character + glyph.character;
          return Math.abs(shift) > maxShift ? [`${pair}: ${shift.toFixed(2)} em`] : [];
        });
        expect.soft(shifted, engine).toEqual([]);
      }
    });
  });
}

async function paintHeading({ engine, page, home }: Side) {
  await page.resize(phone);
  await home.enter();
  await page.run(blackOnWhite);
  const heading = await page.find('heading', home.message('intro.slogan.title'));
  const glyphs = await page.run(findGlyphs, heading, await page.driver.takeScreenshot());
  const fontSize = Number.parseFloat(await heading.getCssValue('font-size'));
  return { engine, fontSize, glyphs };
}

/** Removes all decoration of the heading. Runs inside the page. */
function blackOnWhite(): void {
  const [sheet] = document.styleSheets;
  sheet?.insertRule(
    'h1 { color: #000 !important; -webkit-text-fill-color: #000 !important;' +
      'background: #fff !important; text-shadow: none !important; filter: none !important }',
    sheet.cssRules.length,
  );
  sheet?.insertRule('h1::before, h1::after { content: none !important }', sheet.cssRules.length);
}

/** Finds the centre of each glyph in a screenshot. Runs inside the page. */
async function findGlyphs(heading: HTMLElement, picture: string): Promise<Glyph[]> {
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext('2d');
  const text = heading.firstChild;
  if (!context || !text) throw new Error('no canvas or no heading');
  context.drawImage(bitmap, 0, 0);

  const range = document.createRange();
  const glyphs: Glyph[] = [];
  let start = 0;
  for (const character of text.nodeValue ?? '') {
    range.setStart(text, start);
    start += character.length;
    range.setEnd(text, start);
    const box = range.getBoundingClientRect();
    // Punctuation has so little ink that overlap of a neighbour would shift its centre.
    if (!/[\p{L}\p{N}]/u.test(character) || box.width === 0) continue;
    const left = Math.round(box.left);
    const top = Math.round(box.top);
    const [width, height] = [Math.round(box.width), Math.round(box.height)];
    const { data } = context.getImageData(left, top, width, height);
    let [ink, moment] = [0, 0];
    for (let index = 0; index < data.length; index += 4) {
      const darkness = 255 - (data[index] ?? 255);
      ink += darkness;
      moment += darkness * (left + ((index / 4) % width));
    }
    glyphs.push({ character, middle: moment / ink, top });
  }
  return glyphs;
}
