/**
 * The product's specification, as a visitor sees it. A failure names each statement that is wrong. It
 * is about this site: for one of another brand or with other languages the tests fail, as they should,
 * until it has a specification.
 */
import { test as base, expect, type Page } from '@playwright/test';
import { advanceClock, pauseClock } from './support/clock.ts';
import { ContentService, untilServed } from './support/content-service.ts';
import { Finger } from './support/fingers.ts';
import { type MarqueeServer, served, startServer } from './support/marquee-server.ts';
import { press } from './support/press.ts';
import {
  checkEach,
  checkPage,
  links,
  pages,
  places,
  type Snapshot,
  statements,
  takeSnapshot,
  type Width,
  widths,
} from './support/specification.ts';
import { type BrowserWindow, isTimed, Visit } from './support/visit.ts';

const test = base.extend<object, { site: MarqueeServer }>({
  site: served({ OPERATOR_LINK: links.base, OPERATOR_BLOG_LINK: links.blog }),
  baseURL: ({ site }, use) => use(site.url),
  locale: 'en-MY',
});

for (const expected of pages) {
  const { url, width } = expected;
  test.describe(`on a ${width}`, { tag: `@${width}` }, () => {
    test(`${url} has the specified texts, links and order`, async ({ page }) => {
      const response = await page.goto(url);
      if (response?.ok()) await expect(page.locator('dialog[open]')).toBeVisible();
      await checkPage(expected, await page.evaluate(takeSnapshot, places));
    });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test(`${url} is served with the specified texts, links and order`, async ({ page }) => {
        await page.goto(url);
        await checkPage(expected, await page.evaluate(takeSnapshot, places), true);
      });
    });
  });
}

const requested = statements.filter((statement) => statement.expect.response);

test('requests get the specified status and headers', async ({ request }) => {
  await checkEach(requested, async ({ expect: { response } }) => {
    if (!response) return;
    const { path, acceptLanguage = '', status, ...fields } = response;
    const headers = { 'Accept-Language': acceptLanguage };
    const received = await request.get(path, { headers, maxRedirects: 0 });
    expect(received.status()).toBe(status);
    expect(received.headers()).toMatchObject(fields);
  });
});

const called = statements.filter((statement) => statement.expect.call);

test('the server makes the specified calls', async () => {
  const service = await ContentService.start();
  const site = await startServer(service.settings);
  try {
    await checkEach(called, async ({ expect: { call } }) => {
      const line = `GET ${call?.path}?fields[0]=${call?.['fields[0]']} Bearer ${service.token}`;
      await expect.poll(() => service.calls).toContain(line);
    });
  } finally {
    await site.stop();
    await service.stop();
  }
});

const acted = statements.flatMap((statement) => {
  const { steps } = statement.expect;
  return steps ? [{ ...statement, steps }] : [];
});

/** What a visit is about, in whose page several statements are checked. */
function subjectOf({ section, steps }: (typeof acted)[number]): string {
  return `${section}${isTimed(steps) ? ', as time passes' : ''}`;
}

/** Sections of what has its place on the screen. Routes, state, timers and choices are the same on any: a phone. */
const ofEveryWidth = /^(1|2 (?!Routes).*)$/;

for (const width of Object.keys(widths) as Width[]) {
  test.describe(`on a ${width}`, { tag: `@${width}` }, () => {
    const taken = acted.filter(
      (it) => (it.width ?? (ofEveryWidth.test(it.section) ? width : 'phone')) === width,
    );
    for (const subject of new Set(taken.map(subjectOf))) {
      const about = taken.filter((it) => subjectOf(it) === subject);
      test(`a visit goes as specified in section ${subject}`, async ({ page, context }) => {
        test.slow();
        await context.route(`${links.base}**`, (route) => route.fulfill({ body: 'operator' }));
        if (about.some(({ steps }) => isTimed(steps))) await pauseClock(page);
        const visit = new Visit(windowOf(page), width);
        await checkEach(about, (statement) => visit.take(statement.expect.steps ?? []));
      });
    }
  });
}

function windowOf(page: Page): BrowserWindow {
  const { mouse, keyboard, touchscreen } = page;
  const { hasTouch } = test.info().project.use;
  const context = page.context();
  return {
    goto: (path) => page.goto(path),
    back: () => page.goBack({ waitUntil: 'commit' }),
    forward: () => page.goForward({ waitUntil: 'commit' }),
    path: async () => {
      const { pathname, search, hash } = new URL(page.url());
      return pathname + search + hash;
    },
    run: (script, ...values) =>
      page.evaluate(`(${script})(...${JSON.stringify(values)})`) as Promise<never>,
    click: (selector, index = 0) => press(page.locator(selector).nth(index)),
    press: (key) => keyboard.press(key),
    // A finger is nowhere before it presses.
    moveMouse: async (x, y) => {
      if (!hasTouch) await mouse.move(x, y);
    },
    clickAt: (x, y) => (hasTouch ? touchscreen.tap(x, y) : mouse.click(x, y)),
    pressMouse: () => mouse.down(),
    releaseMouse: () => mouse.up(),
    scroll: async () => {
      if (hasTouch) {
        const finger = await Finger.on(page, 5, 500);
        await finger.move(0, -400);
        return finger.lift();
      }
      await mouse.move(5, 300);
      await mouse.wheel(0, 400);
    },
    tabs: async () => context.pages().length,
    closeOtherTabs: async () => {
      for (const other of context.pages()) if (other !== page) await other.close();
    },
    preferReducedMotion: (does) =>
      page.emulateMedia({ reducedMotion: does ? 'reduce' : 'no-preference' }),
    advanceClock: (milliseconds) => advanceClock(page, milliseconds),
    nextSession: async () => {
      const next = await context.browser()?.newContext({
        storageState: await context.storageState(),
        baseURL: new URL(page.url()).origin,
      });
      if (!next) throw new Error('no browser');
      return { ...windowOf(await next.newPage()), close: () => next.close() };
    },
  };
}

const failing = statements.filter((statement) => statement.expect.failure);

test('links to other sites have the places and names by which clicks are counted', async ({
  page,
}) => {
  await page.goto('/?lang=en');
  const counted = await page.locator('a[rel~="sponsored"]').evaluateAll((all) => {
    const names: Record<string, string[]> = {};
    for (const it of all) {
      const { place } = it.closest<HTMLElement>('[data-place]')?.dataset ?? {};
      names[String(place)] = [
        ...new Set([...(names[String(place)] ?? []), String(it.dataset.link)]),
      ].sort();
    }
    return names;
  });
  expect(counted).toEqual({
    welcome: ['signUp'],
    intro: ['login', 'signUp'],
    'left-carousel': ['signUp'],
    games: ['signUp'],
    left: ['signUp'],
    'spin-bonus': ['signUp'],
    'right-carousel': ['signUp'],
    'daily-bonus': ['signUp'],
    account: ['login', 'signUp'],
    balance: ['signUp'],
    sports: ['login'],
    right: ['signUp'],
    'turnover-bonus': ['signUp'],
    content: ['blog', 'home', 'messaging'],
    'footer-offer': ['signUp'],
    'footer-nav': ['home', 'signUp'],
  });
});

test('links without a target are plain text when calls of the content service fail', async ({
  page,
  browser,
}) => {
  await page.goto('/');
  await expect(page.locator('dialog[open]')).toBeVisible();
  const usual = await page.evaluate(takeSnapshot, places);
  await checkEach(failing, async ({ expect: { failure } }) => {
    if (!failure) return;
    const { path = '/', calls, empty, working, asked = calls } = failure;
    const service = await ContentService.start();
    const known: Record<string, string> = { winbox77_my: links.base, winboxv2_com: links.blog };
    service.links = Object.fromEntries(
      Object.entries(known).filter(([field]) => !calls.includes(field)),
    );
    const site = await startServer(service.settings);
    const visitor = await browser.newPage({ locale: 'en-MY', baseURL: site.url });
    const logged: string[] = [];
    const requested: string[] = [];
    visitor.on('console', (message) => {
      if (!message.text().includes('status of 404')) logged.push(message.text());
    });
    visitor.on('request', (request) => {
      const field = new URL(request.url()).searchParams.get('fields[0]');
      if (field) requested.push(field);
    });
    await untilServed(visitor.request, service.links);
    await visitor.goto(path);
    await expect
      .poll(() => logged.toSorted())
      .toEqual(asked.map((field) => expect.stringContaining(field)));
    expect(requested.toSorted()).toEqual(asked.toSorted());

    const found = await visitor.evaluate(takeSnapshot, places);
    for (const [named, hasTarget] of [
      [empty, false],
      [working, true],
    ] as const) {
      for (const place of named) {
        const targets = found[place]?.map(({ attributes }) => 'href' in attributes);
        expect(targets?.length, place).toBeGreaterThan(0);
        expect(new Set(targets), `${place} has links`).toEqual(new Set([hasTarget]));
      }
    }
    if (path === '/') expect(textWithoutRows(found)).toBe(textWithoutRows(usual));
    await visitor.close();
    await site.stop();
    await service.stop();
  });
});

/** Returns the text of a page without that of its live tables. */
function textWithoutRows(snapshot: Snapshot): string | undefined {
  const rows = [...(snapshot['left rows'] ?? []), ...(snapshot['right rows'] ?? [])];
  return rows.reduce((text, row) => text?.replace(row.text, ''), snapshot.root?.[0]?.text);
}
