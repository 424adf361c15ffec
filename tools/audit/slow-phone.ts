/**
 * Measures the home page with `web-vitals` on a slow phone and a slow desktop: 6x CPU throttling, 150 ms
 * round trip, 1.6 Mbit/s. Prints the medians of three visits and fails above the limits. On a busy machine,
 * whose timings are invalid, it fails only if the LCP element is not in the served HTML.
 *
 *     node --import tsx tools/audit/slow-phone.ts [--runs=3] [DIST...]
 *
 * Visits to several builds are interleaved, so that background load affects all of them. Those before the last
 * are for comparison only.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContextOptions } from '@playwright/test';
import type * as WebVitals from 'web-vitals/attribution';
import { median } from '../../bench/statistics.ts';
import { launchBrowser } from '../browser.ts';
import { functionNames } from '../function-names.ts';
import { calibrate, describe } from './calibration.ts';
import { startServer } from './server.ts';

const { values: options, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const builds = positionals.length > 0 ? positionals : ['dist'];

/**
 * Limits in milliseconds: the threshold of a good INP, and of a long task. Opening a modal dialog is
 * one task: all elements become inert, which recalculates the style of each.
 */
const limits: Record<string, number> = {
  INP: 200,
  'longest task of hydration': 50,
  'task that opens the welcome pop-up': 200,
};

const layouts: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};

/** Defines `webVitals`. */
const webVitals = await readFile(
  'node_modules/web-vitals/dist/web-vitals.attribution.iife.js',
  'utf8',
);

/** Lighthouse's slow 4G, in milliseconds and bytes a second. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 90_000,
};

/** The controls, in the order in which they are pressed. Not every site has every one. */
const controls = [
  '.welcome-close',
  '.announcement-button',
  '.carousel-next',
  '.carousel-dot',
  '.carousel-playback',
  '.menu-tab >> nth=0',
  '.menu-tab >> nth=1',
  '.footer-offer-close',
  '.language-menu-button',
  '.language-menu-item:not([aria-current])',
];

/** A long task, in milliseconds since the navigation. */
type Task = { startTime: number; duration: number };

/** What a page measures of itself. Times are milliseconds since the navigation. */
interface Measured {
  lcp?: { value: number; element: string | undefined; isServed: boolean };
  inp?: { value: number; control: string };
  tasks: Task[];
  /** When the welcome pop-up began to open. */
  open: number;
}

declare global {
  interface Window {
    measured: Measured;
  }
}

/** Runs in the page before its own scripts. */
function observe({ onINP, onLCP }: typeof WebVitals) {
  const measured: Measured = { tasks: [], open: Number.POSITIVE_INFINITY };
  window.measured = measured;
  const always = { reportAllChanges: true };
  onLCP(({ value, attribution: { lcpEntry, target } }) => {
    // Of what a visitor sees, the pop-up alone is not in the served HTML.
    const isServed = !lcpEntry?.element?.closest('dialog');
    measured.lcp = { value, element: target, isServed };
  }, always);
  onINP(({ value, attribution }) => {
    measured.inp = { value, control: attribution.interactionTarget };
  }, always);
  new PerformanceObserver((list) => {
    measured.tasks.push(...list.getEntries().map((task) => task.toJSON()));
  }).observe({ type: 'longtask' });
  const opens = ({ target, timeStamp }: Event) => {
    if (target instanceof HTMLDialogElement) measured.open = timeStamp;
  };
  document.addEventListener('beforetoggle', opens, { capture: true, once: true });
}

/** Resolves when pending frames are painted and the page is idle. Runs in the page. */
function settled() {
  return new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
  });
}

/** Loads the page and operates its controls. The figures are milliseconds. */
async function visit(browser: Browser, url: string, layout: BrowserContextOptions) {
  const context = await browser.newContext({ ...layout, locale: 'en-MY' });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.addInitScript(`${functionNames}\n${webVitals}\n(${observe})(webVitals);`);
  await page.goto(url);
  await page.locator('dialog[open], :root:not(:has(dialog))').waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(settled);
  const { tasks, open, files } = await page.evaluate(() => ({
    ...window.measured,
    files: performance.getEntriesByType('resource').map((file) => file.toJSON()),
  }));

  for (const selector of controls) {
    const control = page.locator(selector).first();
    if ((await control.count()) === 0) continue;
    await control.scrollIntoViewIfNeeded();
    await page.evaluate(settled);
    await (layout.hasTouch ? control.tap() : control.click());
    await page.evaluate(settled);
  }
  const strip = page.locator('.is-draggable .carousel-strip').first();
  await strip.dragTo(strip, {
    sourcePosition: { x: 200, y: 20 },
    targetPosition: { x: 80, y: 20 },
  });
  // The entry of an interaction arrives after its frame.
  await page.evaluate(settled);
  const { lcp, inp } = await page.evaluate(() => window.measured);
  await context.close();
  const arrival = files.find(({ name }) => /hydrate-\w+\.js$/.test(name))?.responseEnd;
  if (!lcp || !inp || !arrival) throw new Error('the page has no LCP or INP, or did not hydrate');

  const endOf = ({ startTime, duration }: Task) => startTime + duration;
  const longest = (some: Task[]) => Math.max(0, ...some.map(({ duration }) => duration));
  const hydration = tasks.filter((task) => task.startTime >= arrival && endOf(task) < open);
  const opening = tasks.filter((task) => task.startTime <= open && endOf(task) >= open);
  const figures: Record<string, number> = {
    LCP: lcp.value,
    'welcome pop-up open': open,
    'longest task of hydration': longest(hydration),
    'task that opens the welcome pop-up': longest(opening),
    INP: inp.value,
  };
  return { lcp, inp, figures };
}

const browser = await launchBrowser(
  // Not in a window, where what is outside it is never presented: an INP of a frame that does not come.
  undefined,
  // DevTools reads the stack of every request, for which V8 would parse the whole script again.
  '--js-flags=--no-enable-lazy-source-positions',
);
const servers = await Promise.all(builds.map((build) => startServer({ DIST_DIR: build })));
try {
  for (const [name, layout] of Object.entries(layouts)) {
    const visits = builds.map(() => [] as Awaited<ReturnType<typeof visit>>[]);
    const calibrations = [await calibrate()];
    for (let run = 0; run < Number(options.runs); run += 1) {
      for (const [index, { url }] of servers.entries()) {
        visits[index]?.push(await visit(browser, url, layout));
      }
      calibrations.push(await calibrate());
    }
    const isIdle = calibrations.every((calibration) => calibration.isIdle);
    console.log([name, ...calibrations.map(describe)].join('\n  '));

    const table: Record<string, Record<string, number>> = {};
    for (const [index, build] of builds.entries()) {
      const ofBuild = visits[index] ?? [];
      const errors: string[] = [];
      for (const { lcp, inp } of ofBuild) {
        console.log(`  ${build}: LCP of ${lcp.element}, INP of ${inp.control}`);
        if (!lcp.isServed) errors.push('the LCP element is not in the served HTML');
      }
      for (const figure of Object.keys(ofBuild[0]?.figures ?? {})) {
        const value = Math.round(median(ofBuild.map(({ figures }) => figures[figure] ?? NaN)));
        table[figure] = { ...table[figure], [build]: value };
        const limit = limits[figure] ?? Number.POSITIVE_INFINITY;
        if (value <= limit) continue;
        const finding = `${figure}: ${value} ms, the limit is ${limit}`;
        if (isIdle) errors.push(finding);
        else console.log(`  ${build}: ${finding} (machine busy, ignored)`);
      }
      for (const error of errors) console.log(`  ${build}: ${error}`);
      if (errors.length > 0 && index === builds.length - 1) process.exitCode = 1;
    }
    console.table(table);
  }
} finally {
  for (const server of servers) server.stop();
  await browser.close();
}
