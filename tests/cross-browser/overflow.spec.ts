import { expect, inEachLanguage, test } from './support/test.ts';

const widths = [320, 390, 768, 1024, 1440, 2560];

inEachLanguage(({ code }) => {
  test('the page has no horizontal overflow at any width', async ({ page, home }) => {
    for (const open of [() => home.enter(), () => page.goto(`/nowhere?lang=${code}`)]) {
      await open();
      const overflows = [];
      for (const width of widths) {
        await page.resize({ width, height: 900 });
        const { scrollWidth, clientWidth } = await page.run(() => ({
          scrollWidth: document.documentElement.scrollWidth,
          clientWidth: document.documentElement.clientWidth,
        }));
        if (scrollWidth > clientWidth) overflows.push(`${scrollWidth} px wide at ${width} px`);
      }
      expect(overflows).toEqual([]);
    }
  });
});
