import { languages } from '../../browser/support/words.ts';
import { phone } from '../support/test.ts';
import { expect, type Side, test } from './test.ts';

/** How far a character may be painted from its place, in widths of an em; no two fonts are mixed. */
const most = 0.08;

/** A character, and the middle of what is painted in its box. */
interface Glyph {
  character: string;
  /** CSS pixels from the window's edges. */
  middle: number;
  top: number;
}

for (const language of languages) {
  test.describe(`in ${language.code}`, () => {
    test.use({ language });

    test('the characters of the heading are painted at the same distances', async ({ sides }) => {
      const headings = await Promise.all(sides.map(paintHeading));
      const [reference, ...others] = headings;
      for (const { engine, fontSize, glyphs } of others) {
        const expected = reference?.glyphs ?? [];
        const shifted = glyphs.slice(1).flatMap((glyph, index) => {
          const [before, here, hereBefore] = [glyphs[index], expected[index + 1], expected[index]];
          if (!before || !here || !hereBefore) return [];
          // Where lines break is compared elsewhere.
          if (glyph.top !== before.top || here.top !== hereBefore.top) return [];
          const shift =
            (glyph.middle - before.middle - (here.middle - hereBefore.middle)) / fontSize;
          const pair = before.character + glyph.character;
          return Math.abs(shift) > most ? [`${pair}: ${shift.toFixed(2)} em`] : [];
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
  const heading = await page.find('heading', home.say('intro.slogan.title'));
  const glyphs = await page.run(findGlyphs, heading, await page.driver.takeScreenshot());
  const fontSize = Number.parseFloat(await heading.getCssValue('font-size'));
  return { engine, fontSize, glyphs };
}

/** Leaves nothing of the heading but its glyphs. Runs inside the page. */
function blackOnWhite(): void {
  const [sheet] = document.styleSheets;
  sheet?.insertRule(
    'h1 { color: #000 !important; -webkit-text-fill-color: #000 !important;' +
      'background: #fff !important; text-shadow: none !important; filter: none !important }',
    sheet.cssRules.length,
  );
  sheet?.insertRule('h1::before, h1::after { content: none !important }', sheet.cssRules.length);
}

/** Finds each character's middle in a picture of the window. Runs inside the page. */
async function findGlyphs(heading: HTMLElement, picture: string): Promise<Glyph[]> {
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext('2d');
  const text = heading.firstChild;
  if (!context || !text) throw new Error('there is no canvas or no heading');
  context.drawImage(bitmap, 0, 0);

  const range = document.createRange();
  const glyphs: Glyph[] = [];
  let start = 0;
  for (const character of text.nodeValue ?? '') {
    range.setStart(text, start);
    start += character.length;
    range.setEnd(text, start);
    const box = range.getBoundingClientRect();
    // A comma has so little ink that a neighbour's edge in its box moves its middle.
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
