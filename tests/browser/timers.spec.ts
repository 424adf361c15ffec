/** What changes by itself does until its control stops it, and again when that says so, at one interval. */
import type { Page } from '@playwright/test';
import { intervalMilliseconds } from '../../client/features/carousel/use-carousel.ts';
import { liveTable } from '../../client/features/live-table/rows.ts';
import { advanceClock, pauseClock } from './support/clock.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { english, messagesOf, second } from './support/languages.ts';
import { press } from './support/press.ts';
import { expect, test } from './support/test.ts';

/** Ids of the names of the controls that stop something. */
const stops = Object.keys(messagesOf('en')).filter((id): id is 'offers.carousel.pause' =>
  id.endsWith('.pause'),
);

const playback = (page: Page) =>
  page.locator('.announcement-button, .carousel-playback, .live-table-toggle');

test.beforeEach(({ page }) => pauseClock(page));

test('what moves stops when its control is pressed, and moves on when it is pressed again', async ({
  page,
  home,
}) => {
  await home.enter();
  const names = new Set(await playback(page).evaluateAll((all) => all.map((it) => it.ariaLabel)));
  expect(names).toEqual(new Set(stops.map((id) => home.message(id))));
  for (const button of await playback(page).all()) {
    const look = () => button.evaluate(lookOfPart);
    const moves = async () => {
      const before = await look();
      const lookLater = async () => {
        await advanceClock(page, intervalMilliseconds);
        return look();
      };
      await expect.poll(lookLater).not.toEqual(before);
    };
    await moves();
    await press(button);
    const stopped = await look();
    await advanceClock(page, 3 * liveTable.refreshMilliseconds);
    expect(await look()).toEqual(stopped);
    await press(button);
    await moves();
  }
});

test('what changes by itself does so once an interval, whatever has happened before', async ({
  page,
  home,
}) => {
  await home.enter();
  const changeAfter = async (what: string) => {
    expect(await changesIn(page, 20_000), what).toEqual({
      carousels: Array(2).fill(20_000 / intervalMilliseconds),
      tables: [20_000 / liveTable.refreshMilliseconds, 0],
    });
  };
  await changeAfter('the start');
  const menu = await new LanguageMenu(page, home.message).choose(second);
  await changeAfter('another language');
  await menu.choose(english);
  await changeAfter('the first language');
  for (const button of await playback(page).all()) {
    await press(button);
    await advanceClock(page, 700);
    await press(button);
  }
  await changeAfter('a pause');
  await page.evaluate(() => {
    history.pushState(null, '', '/nowhere');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('table')).toHaveCount(2);
  await changeAfter('another page');
});

/** Returns what moves in the part that a button is in. Runs inside the page. */
function lookOfPart(button: Element) {
  const part = button.closest('section, [role="group"]');
  return {
    texts: [...(part?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent),
    current: [...(part?.querySelectorAll('[aria-current]') ?? [])].map((it) => it.ariaCurrent),
    times: part
      ?.getAnimations({ subtree: true })
      .filter(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY)
      .map(({ currentTime }) => currentTime),
  };
}

/** Counts the changes of each carousel and table in a time. */
async function changesIn(page: Page, milliseconds: number) {
  const counts = await page.evaluateHandle(() => {
    const count = (selector: string, options: MutationObserverInit) => {
      const parts = [...document.querySelectorAll(selector)];
      const changes = parts.map(() => 0);
      parts.forEach((part, index) => {
        const observer = new MutationObserver(() => {
          changes[index] = (changes[index] ?? 0) + 1;
        });
        observer.observe(part, { subtree: true, ...options });
      });
      return changes;
    };
    return {
      carousels: count('.carousel', { attributeFilter: ['aria-current'] }),
      tables: count('tbody', { characterData: true, childList: true }),
    };
  });
  for (let time = 0; time < milliseconds; time += 500) await advanceClock(page, 500);
  return counts.jsonValue();
}
