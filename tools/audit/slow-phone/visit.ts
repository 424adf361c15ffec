import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { functionNames } from '../../function-names.ts';
import { controls, Input, settled } from './controls.ts';
import { observe } from './observe.ts';

/** Lighthouse's slow 4G, with more CPU throttling. */
const throttling = {
  cpu: 6,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 },
};

export interface Visit {
  /** The element of the largest contentful paint. */
  largest: string;
  /** Milliseconds, by name. */
  figures: Record<string, number>;
}

/** Visits the page and operates every control. */
export async function visit(
  browser: Browser,
  url: string,
  layout: BrowserContextOptions,
): Promise<Visit> {
  const context = await browser.newContext({ ...layout, locale: 'en-MY' });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', throttling.network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling.cpu });
  await page.addInitScript(functionNames);
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load' });
  await page.locator('dialog[open], :root:not(:has(dialog))').waitFor();
  await page.waitForLoadState('networkidle');
  // Wait for the opening animation.
  await page.evaluate(async () => {
    const animations = document.querySelector('dialog')?.getAnimations() ?? [];
    await Promise.all(animations.map(({ finished }) => finished));
  });
  await page.evaluate(settled);

  const { largest, tasks, hydrationStart, ...found } = await page.evaluate(() => window.measured());
  const open = found.open ?? Number.POSITIVE_INFINITY;
  if (!largest || hydrationStart === null) {
    throw new Error('the page has no largest paint, or was not hydrated');
  }
  const hydration = tasks.filter((it) => it.startTime >= hydrationStart);
  // The observer is called at the end of the task, and durations are whole milliseconds.
  const beforeOpen = hydration.filter((it) => it.startTime + it.duration < open - 2);
  const opensWelcome = hydration.filter(
    (it) => it.startTime <= open && it.startTime + it.duration >= open - 2,
  );
  const figures: Visit['figures'] = {
    'largest paint': largest.at,
    'welcome pop-up open': open,
    'longest task before hydration': longest(tasks.filter((it) => it.startTime < hydrationStart)),
    'longest task of hydration': longest(beforeOpen),
    'task that opens the welcome pop-up': longest(opensWelcome),
    'tasks beyond 50 ms': tasks.reduce((sum, { duration }) => sum + duration - 50, 0),
  };

  const input = new Input(page, Boolean(layout.hasTouch));
  for (const [name, operate] of controls) {
    await page.evaluate(() => {
      window.measured().interactions.length = 0;
    });
    await operate(input);
    await reported(page);
    const { interactions } = await page.evaluate(() => window.measured());
    figures[name] = longest(interactions);
  }
  await context.close();
  return { largest: largest.name, figures };
}

/**
 * Resolves when the interaction's entry has arrived, which is later than the frame. An interaction
 * below the observer's threshold of 16 ms has none.
 */
async function reported(page: Page) {
  await page
    .waitForFunction(() => window.measured().interactions.length > 0, undefined, { timeout: 2000 })
    .catch(() => {});
  await page.evaluate(settled);
}

function longest(entries: { duration: number }[]) {
  return Math.max(0, ...entries.map(({ duration }) => duration));
}
