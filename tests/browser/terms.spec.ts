/** Age limit, risk and terms, beside each offer and at the end of the content. */
import type { Page } from '@playwright/test';
import { expect, inEachLanguage, test } from './support/test.ts';

const phone = { width: 360, height: 740 };

const linkIn = (place: string, page: Page) => page.locator(place).getByRole('link');

inEachLanguage(() => {
  test('a phone shows age limit and terms in the welcome pop-up, above the first offer and in the footer', async ({
    page,
    home,
    message,
  }) => {
    await page.setViewportSize(phone);
    await home.visit();
    const short = message('offers.terms.short');
    await expect(home.welcome.getByText(short, { exact: true })).toBeInViewport({ ratio: 1 });
    await home.closeWelcome();

    const banner = page.getByRole('complementary', { name: message('footer.offer.label') });
    const terms = message('footer.offer.terms');
    await expect(banner.getByText(terms, { exact: true })).toBeInViewport({ ratio: 1 });
    const note = page.locator('.home-terms');
    await expect(note).toHaveText(message('offers.terms.note'));
    const box = await note.boundingBox();
    const offer = await home.carousel('left').region.boundingBox();
    const footer = await page.getByRole('contentinfo').boundingBox();
    const bottom = (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
    expect(bottom).toBeLessThanOrEqual(offer?.y ?? Number.NaN);
    expect(bottom).toBeLessThanOrEqual(footer?.y ?? Number.NaN);
  });
});

test('the terms above the first offer link to the notice on the page', async ({ page, home }) => {
  await home.enter();
  const notice = page.locator('.footer-content-adults');
  await expect(notice).not.toBeInViewport();
  await linkIn('.home-terms', page).click();
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expect(linkIn('.footer-content-adults', page)).toHaveAttribute(
    'href',
    'https://operator.example/',
  );
});
