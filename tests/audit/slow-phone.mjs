/**
 * The home page on a slow phone and a slow desktop: processor six times slower, 150 ms round trip,
 * 1.6 Mbit/s. Prints the median of three visits, and fails above the marks; on a busy machine, whose
 * times say nothing, only where the largest paint is not what was served.
 *
 *     node tests/audit/slow-phone.mjs [--runs=3] [DIST...]
 *
 * Several builds are visited in turns, so that what else the machine does meets each of them.
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

/** What "slow" is: Lighthouse's slow 4G, and a processor slower than its phone's. */
const slowness = {
  cpu: 6,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 },
};

/**
 * The most of each measure, milliseconds; what a browser calls good, and a long task. To open a
 * modal dialog is one task: all elements become inert, and the browser styles each of them again.
 */
const marks = {
  interaction: 200,
  'longest task of hydration': 50,
  'task that opens the advert': 200,
};

const layouts = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};

/**
 * Runs in the page before its own scripts, and keeps what the browser measures.
 */
function observe() {
  const measured = { largest: null, tasks: [], interactions: [], hydrationStart: null, open: null };
  const nameOf = (element) => {
    const name = element && [element.localName, ...element.classList].join('.');
    return element?.closest('dialog') ? `dialog ${name}` : name;
  };
  const keep = {
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
  const observers = Object.entries(keep).map(([type, handle]) => {
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

/** Resolves in the page after what is due has been painted and the browser has nothing to do. */
function settled() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve)));
  });
}

/** The controls, in the order in which they are tried; each is found by what visitors see. */
const controls = {
  'close advert': ({ press, page }) => press(page.locator('.advert-close')),
  'stop announcement': ({ press, page }) => press(page.locator('.announcement-button')),
  'carousel: next': ({ press, page }) => press(page.locator('.carousel-next').first()),
  'carousel: dot': ({ press, page }) => press(page.locator('.carousel-dot').first()),
  'carousel: pause': ({ press, page }) => press(page.locator('.carousel-dots + button').first()),
  'carousel: drag': ({ drag, page }) => drag(page.locator('.is-draggable .carousel-strip')),
  'tab 1': ({ press, page }) => press(page.getByRole('tab').nth(0)),
  'tab 2': ({ press, page }) => press(page.getByRole('tab').nth(1)),
  'close footer banner': ({ press, page }) => press(page.locator('.footer-banner-close')),
  'open menu': ({ press, page }) => press(page.locator('.language-menu-button')),
  'switch language': async ({ press, page }) => {
    await press(page.locator('.language-menu-item[lang="ms"]'));
    await page.locator('html[lang="ms"]').waitFor();
  },
};

/**
 * One visit with every control, as figures by name.
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
  await devtools.send('Network.emulateNetworkConditions', slowness.network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness.cpu });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(() => window.measured().open !== null);
  await page.waitForLoadState('networkidle');
  // What moves in counts as painted once it has arrived.
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

  const hands = handsOf(page, Boolean(layout.hasTouch));
  for (const [name, act] of Object.entries(controls)) {
    await page.evaluate(() => {
      window.measured().interactions.length = 0;
    });
    await act({ page, ...hands });
    await page.evaluate(settled);
    const { interactions } = await page.evaluate(() => window.measured());
    figures[name] = longest(interactions);
  }
  await context.close();
  return { largest: largest.name, figures };
}

/** A finger or a mouse. */
function handsOf(page, hasTouch) {
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
 * What is wrong with the visits to one build, by the medians of their figures.
 *
 * @param {Record<string, number>} medians
 */
function slowFigures(medians) {
  return Object.entries(medians).flatMap(([name, figure]) => {
    const most = name in controls ? marks.interaction : marks[name];
    return figure > most ? [`${name} takes ${figure} ms, the mark is ${most}`] : [];
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
      for (const [place, { url }] of servers.entries()) {
        visits[place].push(await visit(browser, url, layout));
      }
      calibrations.push(await calibrate());
    }
    const isCalm = calibrations.every((calibration) => calibration.isCalm);

    console.log(layoutName);
    for (const calibration of calibrations) console.log(`  ${describe(calibration)}`);
    const table = {};
    for (const [place, build] of builds.entries()) {
      const names = Object.keys(visits[place][0].figures);
      const medians = Object.fromEntries(
        names.map((name) => [
          name,
          Math.round(median(visits[place].map(({ figures }) => figures[name]))),
        ]),
      );
      for (const [name, figure] of Object.entries(medians)) {
        table[name] = { ...table[name], [build]: figure };
      }
      const largest = new Set(visits[place].map((it) => it.largest));
      console.log(`  ${build}: the largest paint is ${[...largest].join(', ')}`);
      const isServed = [...largest].every((name) => !name.startsWith('dialog'));
      if (!isServed) console.log(`  ${build}: what was served is not the largest paint`);
      const slow = slowFigures(medians);
      for (const fault of slow) console.log(`  ${build}: ${fault}${isCalm ? '' : ', not judged'}`);
      // Those before the last are there to be compared with.
      const isJudged = place === builds.length - 1;
      if (isJudged && (!isServed || (isCalm && slow.length > 0))) process.exitCode = 1;
    }
    console.table(table);
  }
} finally {
  for (const server of servers) server.stop();
  await browser.close();
}
