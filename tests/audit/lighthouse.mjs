/**
 * Lighthouse, with its settings for phones and for desktops, on the home page in
 * each language, where it is negotiated and where the address fixes it; fails
 * below the marks.
 *
 *     node tests/audit/lighthouse.mjs [runs]      (after `make build`; the best of three by default)
 */
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { calibrate, describe } from './calibration.mjs';
import { languages, startServer } from './server.mjs';

const runs = Number(process.argv[2] ?? 3);

const calibration = await calibrate();
console.log(describe(calibration));

/** The least score of each category, percent. */
const leastScores = {
  performance: calibration.isCalm ? 100 : 95,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
};

/** By the kind of device; without one, Lighthouse takes its own for phones. */
const configs = { phone: undefined, desktop: desktopConfig };

/** The most of each measure, in its own unit. */
const mostOf = {
  'largest-contentful-paint': 1800,
  'total-blocking-time': 100,
  'cumulative-layout-shift': 0.004,
};

/**
 * One report for a visitor whose browser prefers the language, as figures by
 * name and the audits that are not perfect.
 *
 * @param {string} url
 * @param {string} language
 * @param {import('lighthouse').Config} [config]
 */
async function audit(url, language, config) {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromeFlags: [
      '--headless',
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
    ],
  });
  try {
    const extraHeaders = { 'Accept-Language': language };
    const flags = { port: chrome.port, logLevel: 'error', extraHeaders };
    const result = await lighthouse(url, flags, config);
    if (!result) throw new Error(`no report on ${url}`);
    const { categories, audits } = result.lhr;
    const figures = Object.fromEntries([
      ...Object.keys(leastScores).map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)]),
      ...Object.keys(mostOf).map((id) => [id, audits[id]?.numericValue ?? Number.NaN]),
    ]);
    const faults = Object.values(audits)
      .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
      .map(({ id, title }) => `${id}: ${title}`);
    return { figures, faults };
  } finally {
    chrome.kill();
  }
}

/** @param {Record<string, number>} figures */
function shortfalls(figures) {
  return [
    ...Object.entries(leastScores).filter(([id, least]) => !(figures[id] >= least)),
    ...Object.entries(mostOf).filter(([id, most]) => !(figures[id] <= most)),
  ].map(([id, mark]) => `${id} is ${figures[id]}, the mark is ${mark}`);
}

const server = await startServer();
try {
  const visits = Object.entries(configs).flatMap(([device, config]) =>
    languages.flatMap((language) => [
      { device, config, language, address: '' },
      { device, config, language, address: `?lang=${language}` },
    ]),
  );
  for (const { device, config, language, address } of visits) {
    const reports = [];
    // A busy machine slows a run down; nothing makes one too fast.
    for (let run = 0; run < runs; run++) {
      const report = await audit(server.url + address, language, config);
      reports.push(report);
      if (shortfalls(report.figures).length === 0) break;
    }
    const best = reports.toSorted((a, b) => b.figures.performance - a.figures.performance)[0];
    if (!best) throw new Error('no run was asked for');
    console.log(device, `/${address}`, language, best.figures);
    for (const fault of [...shortfalls(best.figures), ...best.faults]) console.log(`  ${fault}`);
    if (shortfalls(best.figures).length > 0) process.exitCode = 1;
  }
} finally {
  server.stop();
}
