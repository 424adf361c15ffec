/** The names of languages, from the CLDR data in Node: their codes and what they are called. */
import { defaultLanguage, directionOf, draftId, isDraft } from './language.mjs';

/**
 * @typedef {import('./language.mjs').Check} Check
 * @typedef {import('./language.mjs').Finding} Finding
 */

/** @param {Intl.DisplayNamesType} type */
const namesIn = (type, language = 'en') =>
  new Intl.DisplayNames(language, { type, fallback: 'none' });
const languageNames = namesIn('language');
const regionNames = namesIn('region');
const scriptNames = namesIn('script');

/**
 * Returns the English name of a language, or its code.
 *
 * @param {string} code
 */
export function languageName(code) {
  return languageNames.of(code) ?? code;
}

/**
 * Returns the English name of a script.
 *
 * @param {string} script
 */
export function scriptName(script) {
  return scriptNames.of(script) ?? script;
}

/**
 * Checks that a file is named after a language.
 *
 * @type {Check}
 */
export function checkFileName({ code }) {
  const what = `“${code}” is not a language code`;
  if (!isWellFormed(code)) {
    const canonical = code.replaceAll('_', '-');
    const fix = isWellFormed(canonical)
      ? `rename the file to ${Intl.getCanonicalLocales(canonical)[0]}.json, with a hyphen`
      : 'name it after its BCP 47 language code, such as "ta.json" for Tamil';
    return [{ id: '', what: `the file name is wrong: ${what}`, fix }];
  }
  // Every language with a code of two letters has a name; of the others, only widespread ones.
  const [language = ''] = code.split('-');
  if (language.length > 2 || languageNames.of(language) !== undefined) return [];
  const region = regionNames.of(language.toUpperCase());
  const spoken = region && new Intl.Locale(`und-${language}`).maximize().language;
  return [
    {
      id: '',
      what: `the file name is wrong: ${what}${region ? `; it is the code of a country, ${region}` : ''}`,
      fix: spoken
        ? `name the file after the language; for ${languageName(spoken)} it is ${spoken}.json`
        : 'name it after its BCP 47 language code, such as "ta.json" for Tamil',
    },
  ];
}

/**
 * Whether a string has the form of a language code (BCP 47).
 *
 * @param {string} code
 */
function isWellFormed(code) {
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(code)) return false;
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch {
    return false;
  }
}

/**
 * Checks that the language has a name, and the text direction of its script; and whether it may be a
 * draft.
 *
 * @type {Check}
 */
export function checkName({ code, messages, script }) {
  /** @type {Finding[]} */
  const findings = [];
  if (!messages['locale.name']) {
    const fix = 'add its name in the language itself, such as "தமிழ்"';
    findings.push({ id: 'locale.name', what: 'the language has no name for the menu', fix });
  }
  const direction = directionOf(script);
  if (messages['locale.dir'] !== direction) {
    findings.push({
      id: 'locale.dir',
      what: `the text direction is not "${direction}"`,
      fix: `write "locale.dir": "${direction}"`,
    });
  }
  if (draftId in messages && !(isDraft(messages) && code !== defaultLanguage)) {
    const what = isDraft(messages)
      ? 'the default language cannot be a draft'
      : `a draft has the text "true", not "${messages[draftId]}"`;
    findings.push({ id: draftId, what, fix: 'delete the line if the language is not a draft' });
  }
  return findings;
}

/**
 * Checks that the language is not called by its English name, by which its speakers may not find it.
 *
 * @type {Check}
 */
export function checkOwnName({ code, script, messages }) {
  // `checkFileName` reports a code that is none.
  if (script === '') return [];
  const name = messages['locale.name'] ?? '';
  const own = namesIn('language', code).of(code) ?? '';
  const isSame = (/** @type {string} */ other) => name.toLowerCase() === other.toLowerCase();
  if (!isSame(languageName(code)) || own === '' || isSame(own)) return [];
  return [
    {
      id: 'locale.name',
      what: `“${name}” is the English name of the language; its speakers look for their own`,
      fix: `write its name in the language itself, such as “${own}”`,
    },
  ];
}
