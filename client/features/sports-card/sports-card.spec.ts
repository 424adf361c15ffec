import { expect, fromRightToLeft, test } from '../../../tests/browser/support/test.ts';

fromRightToLeft(() => {
  test('the date reads from left to right', async ({ page, home }) => {
    await home.enter();
    const [day, year] = await page.locator('.sports-card-start time').evaluate((time) =>
      [/\d+/, /\d{4}/].map((part) => {
        const text = time.firstChild as Text;
        const start = text.data.search(part);
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, start + 1);
        return range.getBoundingClientRect().left;
      }),
    );
    expect(day).toBeLessThan(year ?? Number.NaN);
  });
});
