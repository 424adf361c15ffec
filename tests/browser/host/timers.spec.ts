import { pauseClock } from '../support/clock.ts';
import { changeOnceAnInterval } from '../support/timers.ts';
import { test } from './test.ts';

test('what changes by itself does so once an interval, whatever has happened before', async ({
  page,
  home,
}) => {
  await pauseClock(page);
  await home.enter();
  await changeOnceAnInterval(home, '.ticker-number', { characterData: true }, [10]);
});
