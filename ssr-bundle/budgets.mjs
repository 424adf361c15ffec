/** The most that visitors have to load, bytes as sent with brotli. */
const budgets = { script: 95_000, style: 10_000 };

/**
 * Refuses a build that is too heavy for a slow phone.
 *
 * @param {Record<string, string>} assets addresses by name
 * @param {import('./output-files.mjs').OutputFiles} files
 */
export function checkBudgets(assets, files) {
  for (const [name, budget] of Object.entries(budgets)) {
    const size = files.sizeOf(`public${assets[name]}.br`);
    if (size > budget) {
      throw new Error(`the ${name} takes ${size} bytes with brotli; the budget is ${budget}`);
    }
  }
}
