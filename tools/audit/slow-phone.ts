/**
 * Measures the home page on a slow phone and a slow desktop: 6x CPU throttling, 150 ms round trip,
 * 1.6 Mbit/s. Prints the medians of three visits and fails above the limits. On a busy machine, whose
 * timings are invalid, it fails only if the LCP element is not in the served HTML.
 *
 *     node --import tsx tools/audit/slow-phone.ts [--runs=3] [DIST...]
 *
 * Visits to several builds are interleaved, so that background load affects all of them.
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { calibrate, describe } from './calibration.ts';
import { startServer } from './server.ts';
import { controls } from './slow-phone/controls.ts';
import { type Visit, visit } from './slow-phone/visit.ts';

const { values: options, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const builds = positionals.length > 0 ? positionals : ['dist'];

/**
 * Limits in milliseconds: the threshold of a good INP, and of a long task. Opening a modal dialog is
 * one task: all elements become inert, which recalculates the style of each.
 */
const limits = new Map([
  ['longest task of hydration', 50],
  ['task that opens the welcome pop-up', 200],
  ...[...controls.keys()].map((name) => [name, 200] as const),
]);

const layouts = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};

function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function mediansOf(visits: Visit[]) {
  const names = Object.keys(visits[0]?.figures ?? {});
  return Object.fromEntries(
    names.map((name) => [
      name,
      Math.round(median(visits.map(({ figures }) => figures[name] ?? Number.NaN))),
    ]),
  );
}

/** Returns the medians that exceed their limits. */
function slowFigures(medians: Record<string, number>) {
  return Object.entries(medians).flatMap(([name, figure]) => {
    const limit = limits.get(name) ?? Number.POSITIVE_INFINITY;
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
const sites = await Promise.all(
  builds.map(async (build) => ({ build, server: await startServer({ DIST_DIR: build }) })),
);
try {
  for (const [layoutName, layout] of Object.entries(layouts)) {
    const measured = sites.map(({ build, server }) => {
      const visits: Visit[] = [];
      return { build, server, visits };
    });
    const calibrations = [await calibrate()];
    for (let run = 0; run < Number(options.runs); run += 1) {
      for (const { server, visits } of measured) {
        visits.push(await visit(browser, server.url, layout));
      }
      calibrations.push(await calibrate());
    }
    const isIdle = calibrations.every((calibration) => calibration.isIdle);

    console.log(layoutName);
    for (const calibration of calibrations) console.log(`  ${describe(calibration)}`);
    const table: Record<string, Record<string, number>> = {};
    for (const { build, visits } of measured) {
      const medians = mediansOf(visits);
      for (const [name, figure] of Object.entries(medians)) {
        table[name] = { ...table[name], [build]: figure };
      }
      const largest = new Set(visits.map((it) => it.largest));
      console.log(`  ${build}: the largest paint is ${[...largest].join(', ')}`);
      const isServed = [...largest].every((name) => !name.startsWith('dialog'));
      if (!isServed) console.log(`  ${build}: the largest paint is not in the served HTML`);
      const slow = slowFigures(medians);
      for (const line of slow)
        console.log(`  ${build}: ${line}${isIdle ? '' : ' (machine busy, ignored)'}`);
      // Builds before the last are for comparison only.
      const isChecked = build === builds.at(-1);
      if (isChecked && (!isServed || (isIdle && slow.length > 0))) process.exitCode = 1;
    }
    console.table(table);
  }
} finally {
  for (const { server } of sites) server.stop();
  await browser.close();
}
