/** The most that visitors have to load before a page is alive, bytes as sent with brotli. */
const budgets = [
  { what: 'the scripts', assets: ['script', 'app'], most: 95_000 },
  { what: 'the style sheet', assets: ['style'], most: 10_000 },
];

/**
 * Refuses a build that is too heavy for a slow phone.
 *
 * @param {Record<string, string>} assets addresses by name
 * @param {import('./output-files.mjs').OutputFiles} files
 */
export function checkBudgets(assets, files) {
  for (const { what, assets: names, most } of budgets) {
    const size = names.reduce((sum, name) => sum + files.sizeOf(`public${assets[name]}.br`), 0);
    if (size > most) {
      throw new Error(`${what} take ${size} bytes with brotli; the budget is ${most}`);
    }
  }
}
