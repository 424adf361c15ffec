import { execFileSync } from 'node:child_process';
import { languages } from '../../browser/support/languages.ts';
import { measureLines } from '../support/lines.ts';
import { desktop, phone } from '../support/test.ts';
import { measureBoxes } from './boxes.ts';
import { boxDifferences, lineDifferences } from './differences.ts';
import { expect, type Side, test } from './test.ts';

/** The states of the site, each reached from the previous one, with the element to compare. */
const states = [
  [
    'the page as it opens',
    ':is(dialog[open], body:not(:has(dialog[open])))',
    ({ home }: Side) => home.visit(),
  ],
  ['the page', 'body', ({ home }: Side) => home.closePopup()],
  [
    'the language menu',
    '.language-menu-list ul',
    async ({ home }: Side) => void (await home.openLanguageMenu()),
  ],
  [
    'the not-found page',
    'body',
    async ({ page, home }: Side) => {
      await page.goto(`/nowhere?lang=${home.language.code}`);
      await page.hydrated();
    },
  ],
] as const;

for (const language of languages) {
  for (const size of [phone, desktop]) {
    test.describe(`in ${language.code} at ${size.width} px`, () => {
      test.use({ language });

      test('every state has the same layout', async ({ sides }) => {
        const layouts = await Promise.all(sides.map((side) => layoutOfStates(side, size)));
        const [reference, ...others] = layouts;
        for (const { boxes, lines } of reference?.states ?? [])
          expect(Math.min(boxes.length, lines.length)).toBeGreaterThanOrEqual(languages.length);
        expect(others).toHaveLength(2);
        for (const [index, [state]] of states.entries()) {
          const expected = reference?.states[index];
          for (const { engine, states: measured } of others) {
            const { boxes = [], lines = [] } = measured[index] ?? {};
            expect
              .soft(boxDifferences(expected?.boxes ?? [], boxes), `boxes of ${state} in ${engine}`)
              .toEqual([]);
            expect
              .soft(lineDifferences(expected?.lines ?? [], lines), `lines of ${state} in ${engine}`)
              .toEqual([]);
          }
        }
      });
    });
  }
}

/**
 * Returns rules for what engines decide in their own way: how to balance lines and to avoid a short last one
 * (CSS Text 4, `text-wrap-style`), the font of the characters that the first family lacks, and, by a
 * dictionary, where words end in scripts without spaces between them (UAX 14, class SA).
 */
function rulesForAll(): string[] {
  const families = execFileSync('fc-list', ['--format', '"%{family[0]}"\n'], { encoding: 'utf8' })
    .split('\n')
    .filter((family) => family && !/Math|Mono|Serif/.test(family));
  const fonts = [...new Set(['"Noto Sans CJK SC"', ...families.sort()])].join();
  return [
    `* { text-wrap: wrap !important; font-family: ${fonts} !important }`,
    ':is(:lang(th), :lang(lo), :lang(km), :lang(my)) { word-break: break-all }',
  ];
}

/** Measures each state with what engines decide in their own way decided for them. */
async function layoutOfStates(side: Side, size: typeof phone) {
  const { engine, page } = side;
  await page.resize(size);
  const measured = [];
  for (const [, selector, reach] of states) {
    await reach(side);
    await page.run((all) => {
      for (const rule of all) document.styleSheets[0]?.insertRule(rule);
    }, rulesForAll());
    await page.settle();
    measured.push({
      boxes: await page.run(measureBoxes, selector),
      lines: await page.run(measureLines, selector),
    });
  }
  return { engine, states: measured };
}
