import { expect, type Locator } from '@playwright/test';
import { escaped } from '../../../tools/regexp.ts';
import { advanceClock } from './clock.ts';
import type { HomePage } from './home-page.ts';
import { LanguageMenu } from './language-menu.ts';
import { english, type MessageId, messagesOf, second } from './languages.ts';
import { press } from './press.ts';

/** Ids of the names of the controls that stop something. */
export const stops = Object.keys(messagesOf('en')).filter((id): id is MessageId =>
  id.endsWith('.pause'),
);

/** The controls that stop what changes by itself, or play it. */
export function playbackOf({ page, message }: HomePage): Locator {
  const ids = stops.flatMap((id) => [id, id.replace(/pause$/, 'play') as MessageId]);
  const names = ids.map((id) => escaped(message(id))).join('|');
  return page.getByRole('button', { name: new RegExp(`^(${names})$`) });
}

/**
 * Expects parts of the page to change this many times each in 20 s, by mutations of a kind, whatever has happened before. The
 * clock of the page is paused.
 */
export async function changeOnceAnInterval(
  home: HomePage,
  parts: string,
  kind: MutationObserverInit,
  expected: number[],
): Promise<void> {
  const { page, message } = home;
  const changeAfter = async (what: string) => {
    const counts = await page.evaluateHandle(
      ({ parts, kind }) => {
        const all = [...document.querySelectorAll(parts)];
        const changes = all.map(() => 0);
        all.forEach((part, index) => {
          const count = () => {
            changes[index] = (changes[index] ?? 0) + 1;
          };
          new MutationObserver(count).observe(part, { subtree: true, ...kind });
        });
        return changes;
      },
      { parts, kind },
    );
    for (let time = 0; time < 20_000; time += 500) await advanceClock(page, 500);
    expect(await counts.jsonValue(), what).toEqual(expected);
  };
  await changeAfter('the start');
  const menu = await new LanguageMenu(page, message).choose(second);
  await changeAfter('another language');
  await menu.choose(english);
  await changeAfter('the first language');
  for (const button of await playbackOf(home).all()) {
    await press(button);
    await advanceClock(page, 700);
    await press(button);
  }
  await changeAfter('a pause');
  await page.evaluate(() => {
    history.pushState(null, '', '/nowhere');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.locator(parts)).toHaveCount(0);
  await page.goBack();
  await expect(page.locator(parts)).toHaveCount(expected.length);
  await changeAfter('another page');
}
