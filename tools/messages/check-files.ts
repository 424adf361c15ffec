/** Checks of whole files: their names and ids, and what is known about the messages. */
import type { Check, Finding, Problem } from './findings.ts';
import { variablesOf } from './icu.ts';
import {
  descriptionOf,
  directionOf,
  draftId,
  isDraft,
  isGroup,
  isId,
  isReviewed,
  isText,
  isWellFormed,
  type Language,
  maxTextLength,
  missingIds,
  nameOf,
  recordedEnglish,
  sourceLanguage,
  translatableIds,
} from './language.ts';

/** Returns how a project calls a command of the package, such as `npx messages check ms`. */
export type Command = (name: 'check' | 'confirm', what?: string, id?: string) => string;

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
  const [language = ''] = code.split('-');
  // Every language with a code of two letters has a name; of the others, only widespread ones.
  const isLanguage = language.length > 2 || nameOf(language, 'language') !== undefined;
  if (isWellFormed(code) && isLanguage) return [];
  const what = `the file name is wrong: “${code}” is not a language code`;
  const fix =
    'name it after the language (BCP 47), not the country, with hyphens, such as “vi.json” or “pt-BR.json”';
  return [{ id: '', what, fix }];
}

/**
 * Checks that the language has a name, which is its own and not the English one, and the text
 * direction of its script, where English has both; and whether it may be a draft.
 */
export const checkName: Check = ({ code, messages, script, entries }, english) => {
  const findings: Finding[] = [];
  const isUsed = (id: string) => [english.messages, messages].some((it) => it[id] !== undefined);
  const id = 'locale.name';
  const name = messages[id];
  if (!name && isUsed('locale.dir')) {
    const fix = 'add its name in the language itself, such as "தமிழ்"';
    findings.push({ id, what: 'the language has no name for the menu', fix });
  } else if (name && script !== '') {
    const own = nameOf(code, 'language', code)?.toLowerCase() ?? name.toLowerCase();
    const isEnglish = name.toLowerCase() === nameOf(code, 'language')?.toLowerCase();
    if (isEnglish && name.toLowerCase() !== own) {
      const what = `“${name}” is the English name of the language; its speakers look for their own`;
      const fix = `write its name in the language itself, such as “${nameOf(code, 'language', code)}”`;
      findings.push({ id, what, fix, blocks: 'check' });
    }
  }
  const direction = directionOf(script);
  if (messages['locale.dir'] !== direction && isUsed('locale.name')) {
    const fix = `write "locale.dir": "${direction}"`;
    findings.push({ id: 'locale.dir', what: `the text direction is not "${direction}"`, fix });
  }
  const draft = entries.find((entry) => entry.id === draftId);
  if (draft && !(isDraft({ messages }) && code !== sourceLanguage)) {
    const what = isDraft({ messages })
      ? 'English, which others are translated from, cannot be a draft'
      : `a draft has the text "true", not ${JSON.stringify(draft.value)}`;
    findings.push({ id: draftId, what, fix: 'delete the line if the language is not a draft' });
  }
  return findings;
};

/** Checks that the file has the same ids as English. */
export const checkIds: Check = (language, english) => {
  const ids = new Set(language.entries.map(({ id }) => id));
  const englishIds = new Set(english.entries.map(({ id }) => id));
  // A draft is expected to lack some, which are counted.
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

/** Returns a check that a language which is no draft has every message. `checkIds` names those it lacks. */
export const checkCompleteness =
  (command: Command): Check =>
  (language, english) => {
    const { length } = missingIds(language, english);
    if (isDraft(language) || length === 0) return [];
    const count = `${length} of ${translatableIds(english).length}`;
    const what = `${count} translations are missing, so the language cannot go live`;
    const fix = `add those that “${command('check', language.code)}” names, or "${draftId}": "true" until they are there`;
    return [{ id: '', what, fix }];
  };

/**
 * Returns a check that the code uses each message. Reports on English only.
 *
 * @param code source code that may use message ids
 */
export function checkUnused(code: string): Check {
  // Of ids that code composes, such as `faq.${name}.question`.
  const composed = (code.match(/`\w+\.(?:[\w.]|\$\{[^}]*\})+`/g) ?? []).map((template) => {
    const pieces = template
      .slice(1, -1)
      .replaceAll('.', '\\.')
      .split(/\$\{[^}]*\}/);
    return new RegExp(`^${pieces.join('\\w+')}$`);
  });
  return (language, english) =>
    (language === english ? translatableIds(english) : [])
      .filter((id) => !code.includes(`'${id}'`) && !code.includes(`"${id}"`))
      .filter((id) => !composed.some((pattern) => pattern.test(id)))
      .map((id) => ({ id, what: 'the message is unused', fix: 'delete it from all languages' }));
}

/** Returns the first ten of a list, which may be of every text, and how many more there are. */
function firstTen(list: string[]): string[] {
  const more = list.length - 10;
  return [...list.slice(0, 10), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** Returns a check that each translation was read beside the present English, but for those of a draft. */
export const checkReviewed =
  (command: Command): Check =>
  (language, english) => {
    if (language.code === english.code || isDraft(language)) return [];
    const ids = translatableIds(english).filter(
      (id) => language.messages[id] !== undefined && !isReviewed(language, english, id),
    );
    const unknown = ids.filter((id) => recordedEnglish(language, id) === undefined);
    const changed = ids.filter((id) => !unknown.includes(id));
    const confirm = (id: string) => `“${command('confirm', language.code, id)}”`;
    const findings = changed.map(
      (id): Finding => ({
        id,
        what: 'the translation is not reviewed: the English has changed',
        fix: `change it if the meaning differs, then run ${confirm(id)}`,
        details: [
          `Old English: “${recordedEnglish(language, id)}”`,
          `New English: “${english.messages[id]}”`,
          `Translation: “${language.messages[id]}”`,
        ],
        blocks: 'release',
      }),
    );
    if (unknown.length === 0) return findings;
    const what = `translations that nobody has confirmed: ${firstTen(unknown).join(', ')}`;
    const fix = `read them beside the English, then run ${confirm('…')}, or without an id for all`;
    return [...findings, { id: '', what, fix, blocks: 'release' }];
  };

/** The keys of a context file, except for that of English, whose keys are ids. */
const sections = ['sameAsEnglish', 'translatedFrom'];

/** Checks that the context file is readable and about existing messages. */
export const checkContext: Check = (language, english) => {
  const { file, fileError, entries, facts } = language.context;
  if (fileError) return [{ id: '', file, ...fileError, blocks: 'check' }];
  if (language.code === english.code) return descriptionFindings(english);
  const unknown = entries.filter(({ id }) => !sections.includes(id) || !facts.has(id));
  const extra = [...(facts.get('sameAsEnglish')?.keys() ?? [])].filter(
    (id) => english.messages[id] === undefined,
  );
  return [
    ...unknown.map(({ id, key }): Finding => {
      const what =
        'the file has more than "sameAsEnglish" and "translatedFrom", a group of ids each';
      return { id, file, place: key, what, fix: 'correct or delete the line', blocks: 'check' };
    }),
    ...extra.map((id): Finding => {
      const what = `en.json has no such id, but "sameAsEnglish" of ${file} has`;
      return { id, what, fix: 'delete it there', blocks: 'check' };
    }),
  ];
};

function descriptionFindings(english: Language): Finding[] {
  const { file, entries } = english.context;
  // A project may have no descriptions at all.
  const undescribed = (entries.length > 0 ? Object.keys(english.messages) : [])
    .filter((id) => descriptionOf(english, id) === '')
    .map((id): Finding => {
      const fix = `add "${id}": { "description": "…" } to ${file}: what it is, and where it stands`;
      return { id, what: 'the message has no description for translators', fix, blocks: 'release' };
    });
  const described = entries.flatMap((entry) =>
    contextProblems(english, entry.id).map((problem) => ({
      id: entry.id,
      file,
      place: entry.key,
      ...problem,
    })),
  );
  return [...undescribed, ...described];
}

/** Returns what is wrong with the context of an English message. */
function contextProblems(english: Language, id: string): Problem[] {
  const problems: Problem[] = [];
  if (english.messages[id] === undefined) {
    const what = 'en.json has no such id, so the description is unused';
    const fix = 'correct the id if it was renamed, else delete the description';
    problems.push({ what, fix, blocks: 'release' });
  }
  const description = descriptionOf(english, id);
  const names = description === '' ? [] : variablesOf(english.trees.get(id) ?? []);
  for (const name of names.filter((it) => !description.includes(it))) {
    const what = `the description does not mention ${name}`;
    problems.push({ what, fix: `add what ${name} becomes, with an example`, blocks: 'release' });
  }
  const limit = english.context.facts.get(id)?.get('maxLength');
  if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) > 0)) {
    const what = '"maxLength" is not a whole number above zero';
    const fix = 'write the number of letters without quotation marks, or delete it';
    problems.push({ what, fix, blocks: 'check' });
  }
  return problems;
}
