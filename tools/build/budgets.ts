import type { OutputFiles } from './output-files.ts';

/** Limits on what a client downloads before the page is interactive: bytes after brotli. */
const budgets = [
  { what: 'the scripts', assets: ['beforePaint', 'script', 'app'], maxBytes: 72_500 },
  // Not part of the first load.
  { what: 'the reporting of errors', assets: ['errors'], maxBytes: 1_000 },
  { what: 'the reporting of visits', assets: ['visits'], maxBytes: 900 },
  { what: 'the measuring of visits', assets: ['vitals'], maxBytes: 3_000 },
  { what: 'the style sheet', assets: ['style'], maxBytes: 10_000 },
];

/** Rejects a build that exceeds a size budget. `assets` are URLs by name. */
export function checkBudgets(assets: Record<string, string>, files: OutputFiles) {
  for (const { what, assets: names, maxBytes } of budgets) {
    const size = names.reduce((sum, name) => sum + files.sizeOf(`public${assets[name]}.br`), 0);
    if (size > maxBytes) {
      throw new Error(`${what} take ${size} bytes with brotli; the budget is ${maxBytes}`);
    }
  }
}
