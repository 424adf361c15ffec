import { build } from 'esbuild';

/**
 * What messages are formatted with: the values of the variables in any message, and the time zone
 * of dates.
 *
 * @typedef {{ values: Record<string, string | number | Date>, timeZone: string }} Constants
 */

/**
 * Loads the business constants. Node cannot import TypeScript itself.
 *
 * @returns {Promise<typeof import('../../client/business.ts')>}
 */
export async function loadBusiness() {
  const { outputFiles } = await build({
    entryPoints: ['client/business.ts'],
    format: 'esm',
    write: false,
  });
  const [script] = outputFiles.map(({ text }) => encodeURIComponent(text));
  return import(`data:text/javascript,${script}`);
}

/**
 * Loads what messages are formatted with.
 *
 * @returns {Promise<Constants>}
 */
export async function loadConstants() {
  const { brand, offer, sportsCard } = await loadBusiness();
  const { start, timeZone } = sportsCard;
  return { values: { brand, ...offer, start: new Date(start) }, timeZone };
}
