import { expect, inEachLanguage, test } from './support/test.ts';

/** Languages that write a date otherwise than English. */
const starts: Record<string, string> = { zh: '2024年9月21日 19:30' };

inEachLanguage(({ code }) => {
  test('the wallet shows what a new member has and the least to pay', async ({
    page,
    home,
    say,
  }) => {
    await home.enter();
    const wallet = page.getByRole('region', { name: say('balance.panel.title'), exact: true });
    await expect(wallet.getByRole('term')).toHaveText([
      say('balance.current.label'),
      say('balance.deposit.minimum'),
      say('balance.withdraw.minimum'),
    ]);
    await expect(wallet.getByRole('definition')).toHaveText(['RM0.00', 'RM1.00', 'RM20.00']);
    await expect(wallet.getByRole('link')).toHaveText([
      say('balance.deposit.action'),
      say('balance.withdraw.action'),
      say('balance.refresh.action'),
    ]);
  });

  test('the match on the sports card has its teams and start', async ({ page, home, say }) => {
    await home.enter();
    const card = page.getByRole('region', { name: say('sports.card.title'), exact: true });
    await expect(card).toContainText(say('sports.team.home'));
    await expect(card).toContainText(say('sports.team.away'));
    await expect(card.getByRole('time')).toHaveText(starts[code] ?? '21 Sep 2024, 19:30');
    await expect(card.getByRole('link')).toHaveText(say('sports.card.bet'));
  });

  test('the announcement scrolls by until it is paused', async ({ page, home, say }) => {
    await home.enter();
    const bar = page.getByRole('region', { name: say('announcement.bar.label'), exact: true });
    const states = () =>
      bar.evaluate((element) =>
        element.getAnimations({ subtree: true }).map(({ playState }) => playState),
      );
    await expect(bar).toContainText(say('announcement.bar.text'));
    await expect.poll(states).toEqual(['running']);

    await bar.getByRole('button', { name: say('announcement.bar.pause'), exact: true }).click();
    await page.mouse.move(5, 700);
    await expect.poll(states).toEqual(['paused']);
    await bar.getByRole('button', { name: say('announcement.bar.play'), exact: true }).click();
    await page.mouse.move(5, 700);
    await expect.poll(states).toEqual(['running']);
  });
});
