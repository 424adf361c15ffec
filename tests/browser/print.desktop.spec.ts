/** Print styles. */
import { inflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, inEachLanguage, inEachLayoutLocale, test } from './support/test.ts';

/** A4 with margins of 12 mm at 96 CSS pixels per inch. */
const sheet = { width: 703, height: 1_032 };

inEachLanguage(() => {
  test('prints the page, without an open pop-up', async ({ page, home }) => {
    await home.visit();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(sheet);
    await expect(home.popup.filter({ visible: true })).toHaveCount(0);
    await expect(home.heading).toBeVisible();
    for (const heading of await page.locator('main > :not(dialog) h2').all())
      await expect(heading).toBeVisible();
    expect(await printErrors(page)).toEqual([]);
  });
});

test('prints no empty sheet', async ({ page, home }) => {
  await home.enter();
  for (const margin of ['0', '12mm']) {
    const sides = { top: margin, right: margin, bottom: margin, left: margin };
    const sheets = textsOfSheets(await page.pdf({ format: 'A4', margin: sides }));
    expect(sheets.length, margin).toBeGreaterThan(0);
    expect(sheets, margin).not.toContain(0);
  }
});

inEachLayoutLocale(() => {
  test('prints longer or right-to-left text without errors', async ({ page, home }) => {
    await home.enter();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(sheet);
    expect(await printErrors(page)).toEqual([]);
  });
});

/** Returns the number of texts on each sheet of a PDF file. */
function textsOfSheets(file: Buffer): number[] {
  const objects = new Map(
    Array.from(
      file.toString('latin1').matchAll(/(\d+) 0 obj(.*?)endobj/gs),
      ([, id, text = '']) => [id, text],
    ),
  );
  return [...objects.values()]
    .filter((object) => /\/Type\s*\/Page\b/.test(object))
    .map((sheet) => {
      const content = objects.get(/\/Contents (\d+)/.exec(sheet)?.[1]) ?? '';
      const [, stream = ''] = /stream\r?\n(.*)endstream/s.exec(content) ?? [];
      const operators = inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
      return operators.match(/T[jJ]/g)?.length ?? 0;
    });
}

/**
 * Returns print errors: light text, text wider than its element, text on pictures, backgrounds, fixed elements, controls, links in
 * running text without a printed URL, and cards that may break across pages.
 */
function printErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('#app *')].filter((it) => it.checkVisibility());
    const name = (it: Element) => `${it.tagName}.${it.className} ${it.textContent?.slice(0, 30)}`;
    const isPale = (color: string) =>
      (color.match(/[\d.]+/g) ?? [])
        .map(Number)
        .some((part, index) => (index < 3 ? part > 128 : part < 1));
    const holdsText = (it: Element) =>
      [...it.childNodes].some((node) => node instanceof Text && node.data.trim());
    const texts = all.filter(holdsText).filter((it) => getComputedStyle(it).clipPath === 'none');
    const matching = (selector: string) => all.filter((it) => it.matches(selector));
    const pictures = matching('img');

    function isOnPicture(element: Element): boolean {
      const words = [...element.childNodes].filter((node) => node instanceof Text);
      const lines = words.flatMap((text) => {
        const range = document.createRange();
        range.selectNode(text);
        return [...range.getClientRects()];
      });
      const drawings = pictures.map((picture) => picture.getBoundingClientRect());
      return lines.some((line) => drawings.some((drawing) => overlap(line, drawing)));
    }

    function overlap(a: DOMRect, b: DOMRect): boolean {
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return width > 1 && height > 1;
    }

    const style = (it: Element, part?: string) => getComputedStyle(it, part);
    if (texts.length < 5) return [`only ${texts.length} texts`];
    return [
      ...texts
        .filter((it) => isPale(style(it).webkitTextFillColor))
        .map((it) => `pale: ${name(it)}`),
      ...texts
        .filter((it) => it.clientWidth > 0 && it.scrollWidth > it.clientWidth + 1)
        .map((it) => `wide: ${name(it)}`),
      ...texts.filter(isOnPicture).map((it) => `on a picture: ${name(it)}`),
      ...all
        .filter((it) => style(it).backgroundImage !== 'none')
        .map((it) => `background: ${name(it)}`),
      ...all
        .filter((it) => ['fixed', 'sticky'].includes(style(it).position))
        .map((it) => `fixed: ${name(it)}`),
      ...all.filter((it) => it.matches('button')).map((it) => `control: ${name(it)}`),
      ...matching('p a[href^=http]')
        .filter((it) => !style(it, '::after').content.includes('https://operator.example/'))
        .map((it) => `no URL: ${name(it)}`),
      ...matching('.card, .frame')
        .filter((it) => style(it).breakInside !== 'avoid')
        .map((it) => `may break: ${name(it)}`),
    ];
  });
}
