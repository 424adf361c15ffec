/**
 * Builds `dist/` from `client/`, `ssr-bundle/` and `locales/`.
 *
 *     make dist/site.json                           builds once if a source has changed
 *     node --import tsx tools/build/build.ts        builds once
 *         --out=DIR       writes to DIR instead of dist/
 *         --locales=DIR   reads the locales from DIR instead of locales/
 */
import { parseArgs } from 'node:util';
import { formatError } from './errors.ts';
import { createSiteBuilder } from './site-builder.ts';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist' },
    locales: { type: 'string', default: 'locales' },
  },
});

const start = performance.now();
const builder = await createSiteBuilder({ ...options, isDevelopment: false });
try {
  const { build, warnings } = await builder.build();
  for (const warning of warnings) console.warn(`warning: ${warning}`);
  console.log(`built ${build} in ${Math.round(performance.now() - start)} ms`);
} catch (error) {
  console.error(formatError(error));
  process.exitCode = 1;
}
await builder.dispose();
