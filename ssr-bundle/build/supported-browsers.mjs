import browserslist from 'browserslist';

// Its query names a date, so newer data would change nothing.
process.env.BROWSERSLIST_IGNORE_OLD_DATA ??= '1';
process.env.BASELINE_BROWSER_MAPPING_IGNORE_OLD_DATA ??= '1';

/** What esbuild calls the browsers whose versions decide; the others follow one of them. */
const names = new Map([
  ['chrome', 'chrome'],
  ['edge', 'edge'],
  ['firefox', 'firefox'],
  ['safari', 'safari'],
  ['ios_saf', 'ios'],
]);

/** The oldest supported versions, of `browserslist` in package.json, as esbuild's targets. */
export function supportedBrowsers() {
  /** @type {Map<string, number>} */
  const oldest = new Map();
  for (const [browser = '', version = ''] of browserslist().map((it) => it.split(' '))) {
    const name = names.get(browser);
    if (name) oldest.set(name, Math.min(oldest.get(name) ?? Infinity, Number.parseFloat(version)));
  }
  if (oldest.size < names.size) throw new Error('browserslist leaves out a browser');
  return [...oldest].map(([name, version]) => name + version);
}
