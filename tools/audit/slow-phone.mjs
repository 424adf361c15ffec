/**
 * Measures the home page on a slow phone and a slow desktop: 6x CPU throttling, 150 ms round trip,
 * 1.6 Mbit/s. Prints the medians of three visits and fails above the limits. On a busy machine, whose
 * timings are invalid, it fails only if the LCP element is not in the served HTML.
 *
 *     node tools/audit/slow-phone.mjs [--runs=3] [DIST...]
 *
 * Visits to several builds are interleaved, so that background load affects all of them.
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { calibrate, describe } from './calibration.mjs';
import { startServer } from './server.mjs';

const { values: options, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const builds = positionals.length > 0 ? positionals : ['dist'];

/** Lighthouse's slow 4G, with more CPU throttling. */
const throttling = {
  cpu: 6,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 },
};

/**
 * Limits in milliseconds: the threshold of a good INP, and of a long task. Opening a modal dialog is
 * one task: all elements become inert, which recalculates the style of each.
 */
const limits = {
  interaction: 200,
  'longest task of hydration': 50,
  'task that opens the advert': 200,
};

const layouts = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};

/**
 * Records performance entries. Preload script of the page.
 */
function observe() {
  const measured = { largest: null, tasks: [], interactions: [], hydrationStart: null, open: null };
  const nameOf = (element) => {
    const name = element && [element.localName, ...element.classList].join('.');
    return element?.closest('dialog') ? `dialog ${name}` : name;
  };
  const handlers = {
    'largest-contentful-paint': ({ element, startTime, size }) => {
      measured.largest = { name: `${nameOf(element)} (${size} px²)`, at: startTime };
    },
    longtask: ({ startTime, duration }) => measured.tasks.push({ startTime, duration }),
    event: ({ interactionId, duration, name }) => {
      if (interactionId) measured.interactions.push({ name, duration });
    },
    resource: ({ name, responseEnd }) => {
      if (/hydrate-\w+\.js$/.test(name)) measured.hydrationStart = responseEnd;
    },
  };
  const observers = Object.entries(handlers).map(([type, handle]) => {
    const handleAll = (entries) => entries.forEach(handle);
    const observer = new PerformanceObserver((list) => handleAll(list.getEntries()));
    observer.observe({ type, buffered: true, durationThreshold: 16 });
    return () => handleAll(observer.takeRecords());
  });
  const opening = new MutationObserver(() => {
    if (!document.querySelector('dialog[open]')) return;
    opening.disconnect();
    measured.open = performance.now();
  });
  opening.observe(document, { subtree: true, attributes: true, attributeFilter: ['open'] });
  window.measured = () => {
    for (const flush of observers) flush();
    return measured;
  };
}

/** Resolves when pending frames are painted and the browser is idle. Runs inside the page. */
function settled() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve)));
  });
}

/** The controls to operate, in order. */
const controls = {
  'close advert': ({ press, page }) => press(page.locator('.advert-close')),
  'stop announcement': ({ press, page }) => press(page.locator('.announcement-button')),
  'carousel: next': ({ press, page }) => press(page.locator('.carousel-next').first()),
  'carousel: dot': ({ press, page }) => press(page.locator('.carousel-dot').first()),
  'carousel: pause': ({ press, page }) => press(page.locator('.carousel-dots + button').first()),
  'carousel: drag': ({ drag, page }) => drag(page.locator('.is-draggable .carousel-strip')),
  'tab 1': ({ press, page }) => press(page.locator('.menu-tab').nth(0)),
  'tab 2': ({ press, page }) => press(page.locator('.menu-tab').nth(1)),
  'close footer banner': ({ press, page }) => press(page.locator('.footer-banner-close')),
  'open menu': ({ press, page }) => press(page.locator('.language-menu-button')),
  'switch language': async ({ press, page }) => {
    await press(page.locator('.language-menu-item[lang="ms"]'));
    await page.locator('html[lang="ms"]').waitFor();
  },
};

/**
 * Visits the page and operates every control. Returns figures by name.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {object} layout
 */
async function visit(browser, url, layout) {
  const context = await browser.newContext({ ...layout, locale: 'en-MY' });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', throttling.network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling.cpu });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(() => window.measured().open !== null);
  await page.waitForLoadState('networkidle');
  // Wait for the opening animation.
  await page.locator('dialog').evaluate((dialog) => {
    return Promise.all(dialog.getAnimations().map(({ finished }) => finished)).then(() => {});
  });
  await page.evaluate(settled);

  const { largest, tasks, open, hydrationStart } = await page.evaluate(() => window.measured());
  const longest = (some) => Math.max(0, ...some.map(({ duration }) => duration));
  const hydration = tasks.filter((it) => it.startTime >= hydrationStart);
  // The observer is called at the end of the task, and durations are whole milliseconds.
  const endsBeforeOpen = ({ startTime, duration }) => startTime + duration < open - 2;
  const opensAdvert = (task) => task.startTime <= open && !endsBeforeOpen(task);
  const figures = {
    'largest paint': largest.at,
    'advert open': open,
    'longest task before hydration': longest(tasks.filter((it) => it.startTime < hydrationStart)),
    'longest task of hydration': longest(hydration.filter(endsBeforeOpen)),
    'task that opens the advert': longest(hydration.filter(opensAdvert)),
    'tasks beyond 50 ms': tasks.reduce((sum, { duration }) => sum + duration - 50, 0),
  };

  const input = inputOf(page, Boolean(layout.hasTouch));
  for (const [name, act] of Object.entries(controls)) {
    await page.evaluate(() => {
      window.measured().interactions.length = 0;
    });
    await act({ page, ...input });
    await page.evaluate(settled);
    const { interactions } = await page.evaluate(() => window.measured());
    figures[name] = longest(interactions);
  }
  await context.close();
  return { largest: largest.name, figures };
}

/** Returns functions for touch or mouse input. */
function inputOf(page, hasTouch) {
  async function middleOf(target) {
    await target.evaluate((element) =>
      element.scrollIntoView({ block: 'center', behavior: 'instant' }),
    );
    await page.evaluate(settled);
    const { x, y, width, height } = await target.boundingBox();
    return [x + width / 2, y + height / 2];
  }
  return {
    async press(target) {
      const [x, y] = await middleOf(target);
      await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    },
    async drag(target) {
      const [x, y] = await middleOf(target);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 120, y, { steps: 12 });
      await page.mouse.up();
    },
  };
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/**
 * Returns the medians that exceed their limits.
 *
 * @param {Record<string, number>} medians
 */
function slowFigures(medians) {
  return Object.entries(medians).flatMap(([name, figure]) => {
    const limit = name in controls ? limits.interaction : limits[name];
    return figure > limit ? [`${name} takes ${figure} ms, the limit is ${limit}`] : [];
  });
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    // DevTools reads the stack of every request, for which V8 would parse the whole script again.
    '--js-flags=--no-enable-lazy-source-positions',
  ],
});
const servers = await Promise.all(builds.map((DIST_DIR) => startServer({ DIST_DIR })));
try {
  for (const [layoutName, layout] of Object.entries(layouts)) {
    const visits = builds.map(() => []);
    const calibrations = [await calibrate()];
    for (let run = 0; run < Number(options.runs); run += 1) {
      for (const [index, { url }] of servers.entries()) {
        visits[index].push(await visit(browser, url, layout));
      }
      calibrations.push(await calibrate());
    }
    const isIdle = calibrations.every((calibration) => calibration.isIdle);

    console.log(layoutName);
    for (const calibration of calibrations) console.log(`  ${describe(calibration)}`);
    const table = {};
    for (const [index, build] of builds.entries()) {
      const names = Object.keys(visits[index][0].figures);
      const medians = Object.fromEntries(
        names.map((name) => [
          name,
          Math.round(median(visits[index].map(({ figures }) => figures[name]))),
        ]),
      );
      for (const [name, figure] of Object.entries(medians)) {
        table[name] = { ...table[name], [build]: figure };
      }
      const largest = new Set(visits[index].map((it) => it.largest));
      console.log(`  ${build}: the largest paint is ${[...largest].join(', ')}`);
      const isServed = [...largest].every((name) => !name.startsWith('dialog'));
      if (!isServed) console.log(`  ${build}: the largest paint is not in the served HTML`);
      const slow = slowFigures(medians);
      for (const line of slow)
        console.log(`  ${build}: ${line}${isIdle ? '' : ' (machine busy, ignored)'}`);
      // Builds before the last are for comparison only.
      const isChecked = index === builds.length - 1;
      if (isChecked && (!isServed || (isIdle && slow.length > 0))) process.exitCode = 1;
    }
    console.table(table);
  }
} finally {
  for (const server of servers) server.stop();
  await browser.close();
}
