/** Checks of whole files: their names and ids. */
import type { Check, Finding, Problem } from './findings.ts';
import {
  defaultLanguage,
  draftId,
  isDraft,
  isText,
  maxTextLength,
  missingIds,
  translatableIds,
} from './language.ts';
import { directionOf, isWellFormed, nameOf } from './language-codes.ts';
import schema from './messages.schema.json';

/** Checks that the file is readable, and its ids valid, unique, sorted and with a text each. */
export const checkFile: Check = (language, english) => {
  const { code, fileError, entries } = language;
  const findings = fileNameFindings(code);
  if (fileError) return [...findings, { id: '', ...fileError }];
  const ids = entries.map(({ id }) => id);
  for (const [index, { id, value, key, place }] of entries.entries()) {
    if (!isId(id)) {
      const what = `${JSON.stringify(id.slice(0, 40))} is not a valid message id`;
      const fix = 'use words of plain letters, separated by dots, such as "sports.card.bet"';
      findings.push({ id: '', place: key, what, fix });
    } else if (ids.indexOf(id) !== index) {
      findings.push({ id, place: key, what: 'duplicate id', fix: 'delete one of the lines' });
    }
    // `checkName` reports the properties of the language.
    if (!isText(value) && !id.startsWith('locale.')) {
      const original = code === english.code ? undefined : english.messages[id];
      findings.push({ id: isId(id) ? id : '', place, ...describeInvalid(value, original) });
    }
  }
  const misplaced = ids.find((id, index) => index > 0 && id < String(ids[index - 1]));
  if (misplaced) {
    const fix = `move the line up, before the first id that sorts after "${misplaced}"`;
    findings.push({ id: misplaced, what: 'the ids are not sorted', fix, blocks: 'check' });
  }
  return findings;
};

/** Excludes `__proto__`. */
const validId = new RegExp(schema.propertyNames.pattern);

function isId(id: string) {
  return validId.test(id);
}

/** Whether a value is a group of texts, as other formats of translations have them. */
export function isGroup(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param original the English text, if that is the fallback */
function describeInvalid(value: unknown, original: string | undefined): Problem {
  if (isGroup(value)) {
    return {
      what: 'this is a group of texts in { }, in place of one text',
      fix: 'write each text in a line of its own, with its whole id, such as "sports.card.bet": "…"',
    };
  }
  if (typeof value !== 'string') {
    const kind = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
    return { what: `the value is not a text (${kind})`, fix: 'write the text in quotation marks' };
  }
  if (value.length > maxTextLength) {
    const what = `the text has ${value.length} characters; the limit is ${maxTextLength}`;
    return { what, fix: 'shorten it' };
  }
  if (original === undefined) return { what: 'the text is empty', fix: 'add the text' };
  const what = `the translation is empty; the English is “${original}”`;
  return { what, fix: 'add the translation', blocks: 'check' };
}

/** Returns whether a file is named after a language, as a finding if not. */
function fileNameFindings(code: string): Finding[] {
  const what = `the file name is wrong: “${code}” is not a language code`;
  const [language = ''] = code.split('-');
  if (!isWellFormed(code)) {
    const canonical = code.replaceAll('_', '-');
    const fix = isWellFormed(canonical)
      ? `rename the file to ${Intl.getCanonicalLocales(canonical)[0]}.json, with a hyphen`
      : 'name it after its BCP 47 language code, such as "ta.json" for Tamil';
    return [{ id: '', what, fix }];
  }
  // Every language with a code of two letters has a name; of the others, only widespread ones.
  if (language.length > 2 || nameOf(language, 'language') !== undefined) return [];
  const country = nameOf(language.toUpperCase(), 'region');
  if (country === undefined) {
    const fix = 'name it after its BCP 47 language code, such as "ta.json" for Tamil';
    return [{ id: '', what, fix }];
  }
  const spoken = new Intl.Locale(`und-${language}`).maximize().language;
  const fix = `name the file after the language; for ${nameOf(spoken, 'language')} it is ${spoken}.json`;
  return [{ id: '', what: `${what}; it is the code of a country, ${country}`, fix }];
}

/**
 * Checks that the language has a name, which is its own and not the English one, and the text
 * direction of its script; and whether it may be a draft.
 */
export const checkName: Check = ({ code, messages, script, entries }) => {
  const findings: Finding[] = [];
  const id = 'locale.name';
  const name = messages[id];
  if (!name) {
    const fix = 'add its name in the language itself, such as "தமிழ்"';
    findings.push({ id, what: 'the language has no name for the menu', fix });
  } else if (script !== '') {
    const own = nameOf(code, 'language', code)?.toLowerCase() ?? name.toLowerCase();
    const isEnglish = name.toLowerCase() === nameOf(code, 'language')?.toLowerCase();
    if (isEnglish && name.toLowerCase() !== own) {
      const what = `“${name}” is the English name of the language; its speakers look for their own`;
      const fix = `write its name in the language itself, such as “${nameOf(code, 'language', code)}”`;
      findings.push({ id, what, fix, blocks: 'check' });
    }
  }
  const direction = directionOf(script);
  if (messages['locale.dir'] !== direction) {
    const fix = `write "locale.dir": "${direction}"`;
    findings.push({ id: 'locale.dir', what: `the text direction is not "${direction}"`, fix });
  }
  const draft = entries.find((entry) => entry.id === draftId);
  if (draft && !(isDraft({ messages }) && code !== defaultLanguage)) {
    const what = isDraft({ messages })
      ? 'the default language cannot be a draft'
      : `a draft has the text "true", not ${JSON.stringify(draft.value)}`;
    findings.push({ id: draftId, what, fix: 'delete the line if the language is not a draft' });
  }
  return findings;
};

/** Checks that the file has the same ids as English. */
export const checkIds: Check = (language, english) => {
  const ids = new Set(language.entries.map(({ id }) => id));
  const englishIds = new Set(english.entries.map(({ id }) => id));
  // A draft is expected to lack some: `make locales` counts them.
  const missing = (isDraft(language) ? [] : missingIds(language, english))
    // `checkFile` reports ids without a text.
    .filter((id) => !ids.has(id))
    .map((id): Finding => {
      const what = `the translation is missing; the English is “${english.messages[id]}”`;
      return { id, what, fix: `add "${id}": "…" here, with the translation`, blocks: 'check' };
    });
  const extra = Object.keys(language.messages)
    .filter((id) => !englishIds.has(id) && id !== draftId)
    .map((id) => ({
      id,
      what: 'en.json has no such id, so the message is unused',
      fix: 'correct the id if it is misspelt, else delete the line',
    }));
  return [...missing, ...extra];
};

/** Checks that a language which is no draft has every message. `checkIds` names those that it lacks. */
export const checkCompleteness: Check = (language, english) => {
  const { length } = missingIds(language, english);
  if (isDraft(language) || length === 0) return [];
  const count = `${length} of ${translatableIds(english).length}`;
  const what = `${count} translations are missing, so the language cannot go live`;
  const fix = `add those that “make locales LANG=${language.code}” names, or "${draftId}": "true" until they are there`;
  return [{ id: '', what, fix }];
};

/**
 * Returns a check that the code uses each message. Reports on English only.
 *
 * @param code source code that may use message ids
 */
export function checkUnused(code: string): Check {
  return (language, english) =>
    (language === english ? translatableIds(english) : [])
      .filter((id) => !code.includes(`'${id}'`) && !code.includes(`"${id}"`))
      .map((id) => ({ id, what: 'the message is unused', fix: 'delete it from all languages' }));
}
