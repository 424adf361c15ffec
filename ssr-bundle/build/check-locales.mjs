/**
 * Checks every translation, and tells how to mend what is wrong.
 *
 *     node ssr-bundle/build/check-locales.mjs                  those in locales/
 *     node ssr-bundle/build/check-locales.mjs --locales=DIR    those of another folder
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { findingsIn } from './locale-checks/checks.mjs';
import { languageOf } from './locale-checks/language.mjs';
import { readSources } from './locales.mjs';

const { values: options } = parseArgs({
  options: { locales: { type: 'string', default: 'locales' } },
});

/** All source code that may show a message, in one text. */
async function codeOfProject() {
  const files = await Promise.all(
    ['client', 'ssr-bundle'].map(async (folder) => {
      const names = await readdir(folder, { recursive: true });
      return (
        names
          .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('.test.'))
          // The checks speak of ids, but show none.
          .filter((name) => !name.includes('locale-checks'))
          .map((name) => join(folder, name))
      );
    }),
  );
  const texts = await Promise.all(files.flat().map((file) => readFile(file, 'utf8')));
  return texts.join('\n');
}

/** The values that any message may use; Node reads no TypeScript by itself. */
async function constantsOfProject() {
  const { outputFiles } = await build({
    entryPoints: ['client/shared/business.ts'],
    format: 'esm',
    write: false,
  });
  const [script] = outputFiles.map(({ text }) => encodeURIComponent(text));
  const { brand, offer } = await import(`data:text/javascript,${script}`);
  return { brand, ...offer };
}

const [sources, code, constants] = await Promise.all([
  readSources(options.locales),
  codeOfProject(),
  constantsOfProject(),
]);
const findings = findingsIn(sources, { code, constants });

for (const { file, line, id, what, mend } of findings) {
  console.log(`${file}:${line} ${id}\n  ${what}\n  Mend: ${mend}.`);
}
const ids = new Set(sources.flatMap((source) => Object.keys(languageOf(source).messages)));
const languages = sources.map(({ code: language }) => language).join(', ');
console.log(
  `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} in ` +
    `${ids.size} messages in ${languages}`,
);
process.exitCode = findings.length > 0 ? 1 : 0;
