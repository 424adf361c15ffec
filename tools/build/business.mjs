import { build } from 'esbuild';

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
