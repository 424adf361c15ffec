import { expect, inEachLanguage, test } from './support/test.ts';

const operator = 'https://operator.example/';
const signUp = `${operator}winbox-signup/`;
const login = `${operator}winbox-login/`;

inEachLanguage(({ code }) => {
  test('every link of the page has the right target', async ({ page, home, message }) => {
    await home.enter();
    const links = await page.run(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('main a:not(dialog a, nav a)')].map(
        ({ href, target, rel }) => ({ href, target, rel }),
      ),
    );
    const outgoing = links.filter(({ href }) => new URL(href).origin !== new URL(page.site).origin);
    expect(outgoing.length).toBeGreaterThan(20);
    for (const link of outgoing) {
      expect(link).toMatchObject({ target: '', rel: 'nofollow sponsored' });
    }
    const own = `${page.site}/?lang=${code}`;
    for (const { href, target } of links.filter((link) => !outgoing.includes(link))) {
      // The terms lead to their notice at the end of the page.
      expect([own, `${own}#terms`]).toContain(href);
      expect(target).toBe('');
    }
    expect(await page.run(() => document.querySelector('#terms')?.textContent)).toContain('18');

    const right = await page.find('complementary', message('home.right.label'));
    for (const [name, href] of [
      [message('account.login.label'), login],
      [message('account.register.label'), signUp],
      [message('balance.deposit.action'), signUp],
      [message('balance.withdraw.action'), signUp],
      [message('balance.refresh.action'), signUp],
      [message('actions.share.label'), signUp],
      [message('actions.downline.label'), signUp],
      [message('actions.copy.label'), signUp],
      [message('actions.more.label'), signUp],
      [message('sports.card.bet'), login],
      [message('sports.more.label'), signUp],
    ] as const) {
      expect([name, await (await page.find('link', name, right)).getAttribute('href')]).toEqual([
        name,
        href,
      ]);
    }
    for (const id of ['games.fortune.title', 'games.arena.title'] as const) {
      const [tile] = await page.run(
        (block, title) =>
          [...block.querySelectorAll('a')]
            .filter(({ textContent }) => textContent?.includes(title))
            .map(({ href }) => href),
        await home.firstBlock(),
        message(id),
      );
      expect(tile).toBe(signUp);
    }
  });
});
