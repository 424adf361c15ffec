/** What every page does while its app starts. */
import type { Page } from '@playwright/test';
import { advanceClock, pauseClock } from './support/clock.ts';
import { delayEntryScript } from './support/delay.ts';
import { appOf, waitForHydration } from './support/hydration.ts';
import type { Language } from './support/languages.ts';
import { expect, fromRightToLeft, inEachLanguage, test } from './support/test.ts';

inEachLanguage(hydrates);
fromRightToLeft(hydrates);

/** The fixture fails on console output. */
function hydrates({ search }: Language): void {
  test('hydration leaves the served pages unchanged, and no timer fails', async ({ home }) => {
    const { page } = home;
    await pauseClock(page);
    await recordChanges(page);
    await isUnchanged(page, `/nowhere${search}`);
    await isUnchanged(page, home.url);
    await home.closePopup();
    for (let second = 0; second < 12; second += 1) await advanceClock(page, 1_000);
    await expect(home.heading).toBeVisible();
  });
}

async function isUnchanged(page: Page, url: string): Promise<void> {
  const served = await page.goto(url);
  await waitForHydration(page);
  expect(await page.evaluate(() => Reflect.get(window, 'changes'))).toEqual([]);
  expect(await appOf(page)).toBe(await appOf(page, await served?.text()));
}

test('nothing moves before the entry script loads', async ({ page, home }) => {
  await pauseClock(page);
  const release = await delayEntryScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  // After the whole page.
  await expect(page.locator('#state')).toBeAttached();
  const texts = () => page.locator('main').textContent();
  const before = await texts();

  // Later, the page becomes static.
  await advanceClock(page, 19_000);
  expect(await texts()).toBe(before);
  await expect(home.popup.filter({ visible: true })).toHaveCount(0);
  expect(await page.evaluate(movements)).toEqual({ scrolled: 0, animated: 0 });

  release();
  await home.ready();
  expect(await texts()).toBe(before);
});

/** Counts what has scrolled, and what moves for longer than it may without a control (WCAG 2.2.2). */
function movements() {
  const isLong = ({ effect }: Animation) => {
    const { progress, endTime } = effect?.getComputedTiming() ?? {};
    return progress !== null && Number(endTime) > 5_000;
  };
  const all = [...document.querySelectorAll('*')];
  return {
    scrolled: all.filter(({ scrollLeft }) => scrollLeft !== 0).length,
    animated: document.getAnimations().filter(isLong).length,
  };
}

/** Records all DOM mutations of the app after parsing. */
async function recordChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const changes: string[] = [];
    const observer = new MutationObserver((mutations) => {
      for (const { type, target } of mutations) changes.push(`${type} of ${target.nodeName}`);
    });
    document.addEventListener('readystatechange', () => {
      // After parsing, before the app runs.
      const app = document.readyState === 'interactive' && document.getElementById('app');
      if (!app) return;
      observer.observe(app, { subtree: true, childList: true, characterData: true });
      // Only now, so that a page that was not observed has no record.
      Reflect.set(window, 'changes', changes);
    });
  });
}
