/** Campaign attribution. */
import type { Locator, Page } from '@playwright/test';
import { delayEntryScript } from '../support/delay.ts';
import { Finger } from '../support/fingers.ts';
import { waitForHydration } from '../support/hydration.ts';
import { LanguageMenu } from '../support/language-menu.ts';
import { messageFormatter, second } from '../support/languages.ts';
import { served } from '../support/marquee-server.ts';
import { press } from '../support/press.ts';
import { test as base, expect, HostPage } from './test.ts';

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
  context.route('https://*.example/**', (route) => route.fulfill({ body: 'operator' })),
);

/** Follows a link to the operator's site, and comes back. Returns the path and query that arrive there. */
async function follow(page: Page, link: Locator): Promise<string> {
  const sent = page.waitForRequest(`${operator}/**`);
  await press(link);
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
  await home.visit('/old?utm_source=spring%20sale&other=x&gclid=g1&aff=7');
  await home.enter(page.url());
  const campaign = 'utm_source=spring+sale&gclid=g1&aff=7';
  expect(await follow(page, home.signUp)).toBe(`/my/join/?${campaign}`);

  await new LanguageMenu(page, message).choose(second);
  const url = `/?lang=${second.code}`;
  await expect(page).toHaveURL(url);
  const translated = new HostPage(page, messageFormatter(second.code), url);
  await translated.enter(url);
  expect(await follow(page, translated.login)).toBe(`/my/enter/?${campaign}`);

  expect(await follow(page, translated.links.first())).toBe(`/my/?${campaign}`);
  const others = page.locator(`a[href^="https://"]:not([href^="${operator}/"])`);
  await expect(others).toHaveCount(1);
  for (const other of await others.all()) {
    await other.dispatchEvent('click', { ctrlKey: true });
    await expect(other).toHaveAttribute('href', /^[^?]+$/);
  }
});

test('an advertisement that appends its query to a language keeps both', async ({ page }) => {
  const gclid = 'x'.repeat(336);
  const home = new HostPage(page, messageFormatter(second.code));
  await home.enter(`/?lang=${second.code}?gclid=${gclid}`);
  await expect(page).toHaveURL(`/?lang=${second.code}&gclid=${gclid}`);
  await expect(page.locator('html')).toHaveAttribute('lang', second.code);
  expect(await follow(page, home.links.first())).toBe(`/my/?gclid=${gclid}`);
});

/** Ways to follow the sign-up link of the intro, or to open its menu, with what `href` it then has. */
const uses: Record<string, (page: Page, link: Locator) => Promise<void>> = {
  'a press': (_, link) => press(link),
  'the middle button': (_, link) => link.click({ button: 'middle' }),
  'the Enter key': async (page, link) => {
    await link.focus();
    await page.keyboard.press('Enter');
  },
  'the Enter key for a new tab': async (page, link) => {
    await link.focus();
    await page.keyboard.press('ControlOrMeta+Enter');
  },
  'a click of assistive technology': (_, link) => link.evaluate((it: HTMLElement) => it.click()),
};

const signUpOfIntro = (page: Page) => page.locator('[data-place="intro"] [data-link="signUp"]');

/** A browser in which the app never starts, or has not started yet. */
const states: Record<string, (page: Page) => Promise<unknown>> = {
  'below the baseline': (page) =>
    page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement, 'supports')),
  'before the app has started': delayEntryScript,
};

for (const [state, prepare] of Object.entries(states)) {
  test.describe(state, () => {
    for (const [name, use] of Object.entries(uses)) {
      test(`${name} carries the parameters to the operator`, async ({ page, context }) => {
        await prepare(page);
        await page.goto('/?lang=en&gclid=g1&utm_source=a', { waitUntil: 'commit' });
        const sent = context.waitForEvent('request', (it) => it.url().startsWith(operator));
        await use(page, signUpOfIntro(page));
        expect(new URL((await sent).url()).search).toBe('?utm_source=a&gclid=g1');
      });
    }

    test('the menu of a link has the parameters', async ({ page }) => {
      await prepare(page);
      await page.goto('/?lang=en&gclid=g1', { waitUntil: 'commit' });
      const hrefs = page.evaluate(
        () =>
          new Promise((resolve) =>
            addEventListener('contextmenu', ({ target }) =>
              resolve((target as Element).closest('a')?.search),
            ),
          ),
      );
      await signUpOfIntro(page).click({ button: 'right' });
      expect(await hrefs).toBe('?gclid=g1');
    });

    test('a long press has the parameters before the menu opens', async ({ page }) => {
      await prepare(page);
      await page.goto('/?lang=en&gclid=g1', { waitUntil: 'commit' });
      await signUpOfIntro(page).scrollIntoViewIfNeeded();
      const box = await signUpOfIntro(page).boundingBox();
      await Finger.on(page, (box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
      await expect(signUpOfIntro(page)).toHaveAttribute('href', /\?gclid=g1$/);
    });
  });
}

test('a link that a visitor has pressed before the app has started keeps the parameters', async ({
  page,
  home,
}) => {
  const release = await delayEntryScript(page);
  await page.goto('/?lang=en&gclid=g1', { waitUntil: 'commit' });
  await signUpOfIntro(page).focus();
  await expect(signUpOfIntro(page)).toHaveAttribute('href', /\?gclid=g1$/);
  release();
  await home.ready();
  await expect(signUpOfIntro(page)).toHaveAttribute('href', /\?gclid=g1$/);
  expect(await follow(page, signUpOfIntro(page))).toMatch(/\?gclid=g1$/);
});

test('with blocked storage, link and report have the parameters of the visit', async ({ home }) => {
  const { page, message } = home;
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new Error('blocked');
      },
    }),
  );
  await home.enter('/?utm_source=spring');
  await new LanguageMenu(page, message).choose(second);
  await expect(page).toHaveURL(`/?lang=${second.code}`);
  const reported = page.waitForRequest(/\/api\/visits.*link=/);
  expect(await follow(page, signUpOfIntro(page))).toMatch(/\?utm_source=spring$/);
  expect((await reported).url()).toContain('utm_source=spring');
});

for (const [signal, value] of [
  ['globalPrivacyControl', true],
  ['doNotTrack', '1'],
] as const) {
  test(`with ${signal}, nothing leaves the page with or ahead of a click`, async ({ home }) => {
    const { page } = home;
    await page.addInitScript(
      ([name, set]) => Object.defineProperty(navigator, name, { value: set }),
      [signal, value] as const,
    );
    const reports: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) reports.push(request.url());
    });
    await home.enter('/?gclid=g1&utm_source=a');
    await signUpOfIntro(page).hover();
    await expect(page.locator('link[rel="preconnect"]')).toHaveCount(0);
    expect(await follow(page, signUpOfIntro(page))).toBe('/my/join/');
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(reports).toEqual([]);
  });
}

test('without parameters the links stay as they are served', async ({ page, home, request }) => {
  const served = await (await request.get('/?lang=en')).text();
  await home.enter('/?other=x');
  const links = await page
    .locator('a[href^="http"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links).toHaveLength(7);
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
