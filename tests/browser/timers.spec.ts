/** What changes by itself does until its control stops it, and again when that says so. */
import { advanceClock, pauseClock } from './support/clock.ts';
import { press } from './support/press.ts';
import { expect, test } from './support/test.ts';
import { playbackOf, stops } from './support/timers.ts';

test('what moves stops when its control is pressed, and moves on when it is pressed again', async ({
  page,
  home,
}) => {
  await pauseClock(page);
  await home.enter();
  const names = await playbackOf(home).evaluateAll((all) => all.map((it) => it.ariaLabel));
  expect(new Set(names)).toEqual(new Set(stops.map((id) => home.message(id))));
  for (const button of await playbackOf(home).all()) {
    const look = () => button.evaluate(lookOfPart);
    const moves = async () => {
      const before = await look();
      const lookLater = async () => {
        await advanceClock(page, 2_000);
        return look();
      };
      await expect.poll(lookLater).not.toEqual(before);
    };
    await moves();
    await press(button);
    const stopped = await look();
    await advanceClock(page, 30_000);
    expect(await look()).toEqual(stopped);
    await press(button);
    await moves();
  }
});

/** Returns what moves in the part that a button is in. Runs inside the page. */
function lookOfPart(button: Element) {
  const part = button.closest('section, [role="group"]');
  return {
    text: part?.textContent,
    current: [...(part?.querySelectorAll('[aria-current]') ?? [])].map((it) => it.ariaCurrent),
    times: part
      ?.getAnimations({ subtree: true })
      .filter(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY)
      .map(({ currentTime }) => currentTime),
  };
}
