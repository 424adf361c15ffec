import browserslist from 'browserslist';

// The query fixes a date, so newer data would not change the result.
process.env.BROWSERSLIST_IGNORE_OLD_DATA ??= '1';
process.env.BASELINE_BROWSER_MAPPING_IGNORE_OLD_DATA ??= '1';

/** Maps browserslist names to esbuild targets. The remaining browsers share an engine with one of these. */
const names = new Map([
  ['chrome', 'chrome'],
  ['edge', 'edge'],
  ['firefox', 'firefox'],
  ['safari', 'safari'],
  ['ios_saf', 'ios'],
]);

/** Returns the oldest versions that `browserslist` in package.json supports, as esbuild targets. */
export function supportedBrowsers() {
  const oldest = new Map<string, number>();
  for (const [browser = '', version = ''] of browserslist().map((it) => it.split(' '))) {
    const name = names.get(browser);
    if (name) oldest.set(name, Math.min(oldest.get(name) ?? Infinity, Number.parseFloat(version)));
  }
  if (oldest.size < names.size) throw new Error('the browserslist query misses a browser');
  return [...oldest].map(([name, version]) => name + version);
}
