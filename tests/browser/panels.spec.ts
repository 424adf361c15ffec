import { expect, inEachLanguage, test } from './support/test.ts';

/** Start times in languages with other date formats than English. */
const starts: Record<string, string> = { zh: '2024年9月21日 19:30' };

inEachLanguage(({ code }) => {
  test('the balance panel shows balance, minimum amounts and actions', async ({
    page,
    home,
    message,
  }) => {
    await home.enter();
    const wallet = page.getByRole('region', { name: message('balance.panel.title'), exact: true });
    await expect(wallet.getByRole('term')).toHaveText([
      message('balance.current.label'),
      message('balance.deposit.minimum'),
      message('balance.withdraw.minimum'),
    ]);
    await expect(wallet.getByRole('definition')).toHaveText(['RM0.00', 'RM1.00', 'RM20.00']);
    await expect(wallet.getByRole('link')).toHaveText([
      message('balance.deposit.action'),
      message('balance.withdraw.action'),
      message('balance.refresh.action'),
    ]);
  });

  test('the sports card shows teams, start time and a bet link', async ({
    page,
    home,
    message,
  }) => {
    await home.enter();
    const card = page.getByRole('region', { name: message('sports.card.title'), exact: true });
    await expect(card).toContainText(message('sports.team.home'));
    await expect(card).toContainText(message('sports.team.away'));
    await expect(card.getByRole('time')).toHaveText(starts[code] ?? '21 Sep 2024, 19:30');
    await expect(card.getByRole('link')).toHaveText(message('sports.card.bet'));
  });

  test('the announcement scrolls until it is paused', async ({ page, home, message }) => {
    await home.enter();
    const bar = page.getByRole('region', { name: message('announcement.bar.label'), exact: true });
    const states = () =>
      bar.evaluate((element) =>
        element.getAnimations({ subtree: true }).map(({ playState }) => playState),
      );
    await expect(bar).toContainText(message('announcement.bar.text'));
    await expect.poll(states).toEqual(['running']);
    const button = await bar.getByRole('button').boundingBox();
    expect(button).toMatchObject({ width: 44, height: 44 });

    await bar.getByRole('button', { name: message('announcement.bar.pause'), exact: true }).click();
    await page.mouse.move(5, 700);
    await expect.poll(states).toEqual(['paused']);
    await bar.getByRole('button', { name: message('announcement.bar.play'), exact: true }).click();
    await page.mouse.move(5, 700);
    await expect.poll(states).toEqual(['running']);
  });
});
