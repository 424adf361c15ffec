/**
 * Runs Lighthouse for phones and desktops on the home page in each language, negotiated and with
 * `?lang=`. Fails on scores or metrics beyond the limits.
 *
 *     node --import tsx tools/audit/lighthouse.ts [runs]      (after `make build`; default: the best of three)
 */
import lighthouse, { type Config, desktopConfig, type Flags } from 'lighthouse';
import { launchBrowser } from '../browser.ts';
import { freePort } from '../free-port.ts';
import { calibrate, describe } from './calibration.ts';
import { languages, startServer } from './server.ts';

const runs = Number(process.argv[2] ?? 3);

const calibration = await calibrate();
console.log(describe(calibration));

/** Minimum scores in percent. */
const minScores = {
  performance: calibration.isIdle ? 100 : 95,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
};

/** Lighthouse configurations by device. The default is for phones. */
const configs = { phone: undefined, desktop: desktopConfig };

/** Maximum values of metrics, in Lighthouse's units. */
const maxValues = {
  'largest-contentful-paint': 1800,
  'total-blocking-time': 100,
  'cumulative-layout-shift': 0.004,
};

/**
 * Runs Lighthouse once with a language as `Accept-Language`. Returns scores and metrics by name, and
 * the failed audits.
 */
async function audit(url: string, language: string, config: Config | undefined) {
  const port = await freePort();
  const chrome = await launchBrowser('chromium', `--remote-debugging-port=${port}`);
  try {
    const extraHeaders = { 'Accept-Language': language };
    const flags: Flags = { port, logLevel: 'error', extraHeaders };
    const result = await lighthouse(url, flags, config);
    if (!result) throw new Error(`no report on ${url}`);
    const { categories, audits } = result.lhr;
    const figures: Record<string, number> = Object.fromEntries([
      ...Object.keys(minScores).map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)]),
      ...Object.keys(maxValues).map((id) => [id, audits[id]?.numericValue ?? Number.NaN]),
    ]);
    const failed = Object.values(audits)
      .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
      .map(({ id, title }) => `${id}: ${title}`);
    return { figures, failed };
  } finally {
    await chrome.close();
  }
}

function exceededLimits(figures: Record<string, number>) {
  const figureOf = (id: string) => figures[id] ?? Number.NaN;
  return [
    ...Object.entries(minScores).filter(([id, min]) => !(figureOf(id) >= min)),
    ...Object.entries(maxValues).filter(([id, max]) => !(figureOf(id) <= max)),
  ].map(([id, limit]) => `${id} is ${figures[id]}, the limit is ${limit}`);
}

const server = await startServer();
try {
  const visits = Object.entries(configs).flatMap(([device, config]) =>
    languages.flatMap((language) => [
      { device, config, language, path: '' },
      { device, config, language, path: `?lang=${language}` },
    ]),
  );
  for (const { device, config, language, path } of visits) {
    const reports = [];
    // Load can only slow a run down, so the best run counts.
    for (let run = 0; run < runs; run++) {
      const report = await audit(server.url + path, language, config);
      reports.push(report);
      if (exceededLimits(report.figures).length === 0) break;
    }
    const scoreOf = ({ figures }: { figures: Record<string, number> }) => figures.performance ?? 0;
    const best = reports.toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];
    if (!best) throw new Error('no runs');
    console.log(device, `/${path}`, language, best.figures);
    for (const line of [...exceededLimits(best.figures), ...best.failed]) console.log(`  ${line}`);
    if (exceededLimits(best.figures).length > 0) process.exitCode = 1;
  }
} finally {
  server.stop();
}
