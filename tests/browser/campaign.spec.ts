/** Campaign attribution, with a server in place of the operator's site. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { HomePage } from './support/home-page.ts';
import { waitForHydration } from './support/hydration.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { messageFormatter, named } from './support/languages.ts';
import { startServer } from './support/marquee-server.ts';
import { test as base, expect } from './support/test.ts';

/** The operator's site: records the URL of each request. */
class OperatorSite {
  readonly requests: string[] = [];
  private readonly http: Server = createServer((request, response) => {
    if (request.url !== '/favicon.ico') this.requests.push(request.url ?? '');
    response.setHeader('content-type', 'text/html').end('<title>Operator</title>');
  });

  async start(): Promise<void> {
    await once(this.http.listen(0, '127.0.0.1'), 'listening');
  }

  get url(): string {
    return `http://operator.example:${(this.http.address() as AddressInfo).port}/my/`;
  }

  stop(): void {
    this.http.close();
    this.http.closeAllConnections();
  }
}

const test = base.extend<object, { operator: OperatorSite }>({
  operator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it
    async ({}, use) => {
      const operator = new OperatorSite();
      await operator.start();
      await use(operator);
      operator.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ operator }, use) => {
      const server = await startServer({
        OPERATOR_LINK: operator.url,
        CAMPAIGN_PARAMETERS: 'utm_source,gclid,aff',
        // Two responses of one page are the same within a time window.
        PAGE_TTL: '24h',
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions }, use) => {
      const rule = '--host-resolver-rules=MAP operator.example 127.0.0.1';
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] });
    },
    { scope: 'worker' },
  ],
});

/** Follows a link to the operator's site, and comes back. Returns the path and query that arrive there. */
async function follow(page: Page, operator: OperatorSite, link: Locator): Promise<string> {
  const before = operator.requests.length;
  await link.click();
  await expect(page).toHaveTitle('Operator');
  await page.goBack();
  await waitForHydration(page);
  return operator.requests[before] ?? '';
}

test('the listed parameters reach the operator, through a language switch and a reload', async ({
  page,
  home,
  operator,
  message,
}) => {
  await home.visit('/winbox-login?utm_source=spring%20sale&other=x&gclid=g1&aff=7');
  await home.enter(page.url());
  const campaign = 'utm_source=spring+sale&gclid=g1&aff=7';
  const register = (home: HomePage, name: string) =>
    home.rightColumn.getByRole('link', { name, exact: true });
  const sent = await follow(page, operator, register(home, message('account.register.label')));
  expect(sent).toBe(`/my/winbox-signup/?${campaign}`);

  await new LanguageMenu(page, message).choose(named('zh'));
  await expect(page).toHaveURL('/?lang=zh');
  const chinese = messageFormatter('zh');
  const translated = new HomePage(page, chinese, '/?lang=zh');
  await translated.enter('/?lang=zh');
  const login = register(translated, chinese('account.login.label'));
  await expect(login).toHaveAttribute('href', new RegExp(campaign.replaceAll('+', '\\+')));
  expect(await follow(page, operator, login)).toBe(`/my/winbox-login/?${campaign}`);

  const homeLink = translated.contentBlock.getByRole('link').first();
  expect(await follow(page, operator, homeLink)).toBe(`/my/?${campaign}`);
  const others = await page
    .locator('a[href^="https://"]')
    .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ href }) => href));
  expect(others.length).toBeGreaterThan(0);
  expect(others.join(' '), 'links to other sites').not.toContain('utm_source');
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

test('hostile parameters change nothing but a value of a link', async ({
  page,
  home,
  operator,
}) => {
  const hostile = [
    `utm_source=${'x'.repeat(1_000)}`,
    'aff="><img src=x onerror=alert(1)>',
    'gclid=a%0d%0aSet-Cookie:%20a=b',
    'aff=second',
    '__proto__=a',
    'constructor=b',
    'gclid[]=c',
  ].join('&');
  await home.enter(`/?${hostile}`);
  const link = home.contentBlock.getByRole('link').first();
  await expect(link).toHaveAttribute('href', /aff=/);
  const sent = new URL(await follow(page, operator, link), operator.url);
  expect([...sent.searchParams]).toEqual([['aff', '"><img src=x onerror=alert(1)>']]);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});
