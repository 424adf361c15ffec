/**
 * Records the present English of translations, which confirms that they are up to date.
 *
 *     node tools/locales/confirm.mjs zh                 confirms all messages
 *     node tools/locales/confirm.mjs zh sports.card.bet   confirms one
 *     node tools/locales/confirm.mjs --locales=DIR zh   in another folder than locales/
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { BuildError } from '../build/errors.ts';
import { readSources } from '../build/locales.mjs';
import { checkContext, confirmedContext, translatableIds } from './context.mjs';
import { defaultLanguage, languageOf } from './language.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { locales: { type: 'string', default: 'locales' } },
});
const [code = '', id] = positionals;

/** Confirms the translations. Returns what was done. */
async function confirm() {
  const languages = (await readSources(options.locales)).map(languageOf);
  const english = languages.find((language) => language.code === defaultLanguage);
  const others = languages.filter((language) => language !== english);
  const language = others.find((other) => other.code === code);
  if (!english || !language) {
    const codes = others.map((other) => `LANG=${other.code}`).join(' or ');
    throw new BuildError([`name the language of the translations: ${codes}`]);
  }
  // What cannot be read would be lost.
  const mistake = english.fileError ?? language.fileError ?? checkContext(language, english)[0];
  if (mistake) {
    throw new BuildError([`fix first what “make locales LANG=${code}” reports about the files`]);
  }
  const ids = translatableIds(english).filter((each) => language.messages[each] !== undefined);
  if (id !== undefined && !ids.includes(id)) {
    throw new BuildError([`${language.file} has no translation of "${id}"`]);
  }

  const { file } = language.context;
  const confirmed = (id === undefined ? ids : [id]).map((each) => [each, english.messages[each]]);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, confirmedContext(language, english, Object.fromEntries(confirmed)));
  return `${file}: recorded the English of ${id ?? `${ids.length} translations`}`;
}

try {
  console.log(await confirm());
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
