/** What docs/browsers.md says of each version of Chromium, in that version. */
import type { Page } from '@playwright/test';
import { reportsOf } from '../support/hydration.ts';
import { LanguageMenu } from '../support/language-menu.ts';
import { third } from '../support/languages.ts';
import { press } from '../support/press.ts';
import { expect, test } from '../support/test.ts';
import { playbackOf } from '../support/timers.ts';

/** The first versions with cascade layers, with the baseline and with popovers. */
const [styled, baseline, popovers] = [99, 111, 114];

for (const width of [390, 1440]) {
  test(`the page is styled, and its controls work, as it is documented, at ${width} px`, async ({
    browser,
    page,
    home,
    message,
    browserErrors,
  }) => {
    const version = Number.parseInt(browser.version(), 10);
    const reports = reportsOf(page);
    await page.setViewportSize({ width, height: 844 });
    if (version < baseline) await page.goto('/', { waitUntil: 'networkidle' });
    else {
      await home.enter();
      for (const button of await playbackOf(home).all()) {
        const name = await button.getAttribute('aria-label');
        await press(button);
        await expect(button).not.toHaveAttribute('aria-label', String(name));
      }
      for (const tab of (await page.locator('nav a[href^="#"]').all()).slice(-1)) {
        await press(tab);
        await expect(tab).toHaveAttribute('aria-current', 'true');
      }
    }
    const [heading = 0, left = 0, right = 0] = await page
      .locator('h1, .home-offer, .home-right')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().left));
    expect(left < heading && heading < right, 'three columns').toBe(
      version >= styled && width > 1024,
    );
    if (version >= styled) {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      for (const [title, text] of [
        ['.home-amounts strong', '.home-amounts span'],
        ['.offer-title', '.offer-text'],
        ['.bonus-banner-title', '.bonus-banner-text'],
      ] as const) {
        if ((await page.locator(title).count()) === 0) continue;
        expect(await fontSize(page, title), title).toBeGreaterThan(await fontSize(page, text));
      }
    }
    if (version < baseline) await isStatic(page, version >= styled);
    else await new LanguageMenu(page, message).choose(third);
    expect(reports).toEqual([]);
    if (version >= baseline && version < popovers) await browserErrors.expectOnly(/'popover'/);
  });
}

/** Expects the page without the app, and no control that does nothing. Playwright knows of no visibility in Chromium 103. */
async function isStatic(page: Page, isStyled: boolean): Promise<void> {
  const { mode, isDark, shown } = await page.evaluate(() => ({
    mode: document.documentElement.className,
    isDark: getComputedStyle(document.documentElement).colorScheme === 'dark',
    shown: [...document.querySelectorAll('button, dialog')]
      .filter(
        (it) => it.getClientRects().length > 0 && getComputedStyle(it).visibility !== 'hidden',
      )
      .map(({ className }) => className),
  }));
  expect(mode).toBe('is-static');
  expect(isDark).toBe(isStyled);
  expect(shown).toEqual(isStyled ? ['language-menu-button'] : []);
  if (isStyled) await page.mouse.click(...(await middleOf(page, '.language-menu-button')));
  const link = await middleOf(page, `a[hreflang="${third.code}"]`);
  const hit = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.outerHTML, link);
  expect(hit).toContain(`href="?lang=${third.code}"`);
}

async function middleOf(page: Page, selector: string): Promise<[number, number]> {
  return page.evaluate((it) => {
    const control = document.querySelector(it) as Element;
    control.scrollIntoView({ block: 'center' });
    const { left, right, top, bottom } = control.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  }, selector);
}

async function fontSize(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (it) => Number.parseFloat(getComputedStyle(document.querySelector(it) as Element).fontSize),
    selector,
  );
}
