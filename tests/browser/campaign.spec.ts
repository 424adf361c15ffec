/** Campaign attribution. */
import type { Locator, Page } from '@playwright/test';
import { operatorPaths } from '../../client/site/config.ts';
import { HomePage } from './support/home-page.ts';
import { waitForHydration } from './support/hydration.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { messageFormatter, second } from './support/languages.ts';
import { served } from './support/marquee-server.ts';
import { formerPath } from './support/site.ts';
import { test as base, expect } from './support/test.ts';

const operator = 'https://operator.example';

const test = base.extend({
  server: served({
    OPERATOR_LINK: `${operator}/my/`,
    CAMPAIGN_PARAMETERS: 'utm_source,gclid,aff',
    // Two responses of one page are the same within a time window.
    PAGE_TTL: '24h',
  }),
});

test.beforeEach(({ context }) =>
  context.route(`${operator}/**`, (route) => route.fulfill({ body: 'operator' })),
);

/** Follows a link to the operator's site, and comes back. Returns the path and query that arrive there. */
async function follow(page: Page, link: Locator): Promise<string> {
  const sent = page.waitForRequest(`${operator}/**`);
  await link.click();
  const { pathname, search } = new URL((await sent).url());
  await expect(page.getByText('operator', { exact: true })).toBeVisible();
  await page.goBack();
  await waitForHydration(page);
  return pathname + search;
}

test('the listed parameters reach the operator, through a language switch and a reload', async ({
  home,
}) => {
  const { page, message } = home;
  await home.visit(`${formerPath}?utm_source=spring%20sale&other=x&gclid=g1&aff=7`);
  await home.enter(page.url());
  const campaign = 'utm_source=spring+sale&gclid=g1&aff=7';
  const register = (home: HomePage, name: string) =>
    home.rightColumn.getByRole('link', { name, exact: true });
  const sent = await follow(page, register(home, message('account.register.label')));
  expect(sent).toBe(`/my/${operatorPaths.signUp}?${campaign}`);

  await new LanguageMenu(page, message).choose(second);
  const url = `/?lang=${second.code}`;
  await expect(page).toHaveURL(url);
  const translated = new HomePage(page, messageFormatter(second.code), url);
  await translated.enter(url);
  const login = register(translated, translated.message('account.login.label'));
  await expect(login).toHaveAttribute('href', new RegExp(campaign.replaceAll('+', '\\+')));
  expect(await follow(page, login)).toBe(`/my/${operatorPaths.login}?${campaign}`);

  const homeLink = translated.contentBlock.getByRole('link').first();
  expect(await follow(page, homeLink)).toBe(`/my/?${campaign}`);
  const others = await page
    .locator(`a[href^="https://"]:not([href^="${operator}/"])`)
    .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ href }) => href));
  expect(others.length).toBeGreaterThan(0);
  expect(others.join(' '), 'links to other sites').not.toContain('utm_source');
});

test('an advertisement that appends its query to a language keeps both', async ({ page }) => {
  const gclid = 'x'.repeat(336);
  const home = new HomePage(page, messageFormatter(second.code));
  await home.enter(`/?lang=${second.code}?gclid=${gclid}`);
  await expect(page).toHaveURL(`/?lang=${second.code}&gclid=${gclid}`);
  await expect(page.locator('html')).toHaveAttribute('lang', second.code);
  await expect(home.contentBlock.getByRole('link').first()).toHaveAttribute(
    'href',
    `${operator}/my/?gclid=${gclid}`,
  );
});

test('without parameters the links stay as they are served', async ({ page, home, request }) => {
  const served = await (await request.get('/')).text();
  await home.enter('/?other=x');
  const links = await page
    .locator('a[href^="http"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter((link) => !served.includes(`href="${link}"`))).toEqual([]);
});

test('the served page does not depend on the parameters', async ({ request }) => {
  const page = async (url: string) => {
    const response = await request.get(url);
    return { tag: response.headers().etag, html: await response.text() };
  };
  const plain = await page('/?lang=en');
  expect(await page('/?lang=en&utm_source=a&gclid=b')).toEqual(plain);
  expect(plain.html).not.toContain('gclid=');
});
