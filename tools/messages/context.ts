/**
 * What is known about the messages besides their texts, in `locales/context/`. `en.json` has a
 * description and a length limit for each message. The file of another language, which is optional,
 * has the English texts that the translations were made from, and the intended copies of English.
 */
import schema from './context.schema.json';
import type { Check, Finding, Problem } from './findings.ts';
import { variablesOf } from './icu.ts';
import type { Entry } from './json.ts';
import { isDraft, type Language, translatableIds } from './language.ts';

export function descriptionOf({ context }: Language, id: string): string {
  const description = context.facts.get(id)?.get('description');
  return typeof description === 'string' ? description.trim() : '';
}

/** Returns the length limit of a message, in Latin letters. */
export function maxLengthOf({ context }: Language, id: string): number {
  const limit = context.facts.get(id)?.get('maxLength');
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}

/** Whether a text is meant to be the same as in English. */
export function isSameOnPurpose({ context }: Language, id: string): boolean {
  return context.facts.get('sameAsEnglish')?.has(id) ?? false;
}

/** Returns the English text that a translation was made from, if it is recorded. */
function recordedEnglish({ context }: Language, id: string): string | undefined {
  const recorded = context.facts.get('translatedFrom')?.get(id);
  return typeof recorded === 'string' ? recorded : undefined;
}

/** Whether a translation was read beside the present English. */
export function isReviewed(language: Language, english: Language, id: string): boolean {
  return recordedEnglish(language, id) === english.messages[id];
}

/** Counts the messages of a language by the state of their translation. */
export function coverageOf(language: Language, english: Language) {
  const counts = { reviewed: 0, notReviewed: 0, missing: 0, same: 0 };
  for (const id of translatableIds(english)) {
    if (language.messages[id] === undefined) counts.missing += 1;
    else if (!isReviewed(language, english, id)) counts.notReviewed += 1;
    else if (isSameOnPurpose(language, id)) counts.same += 1;
    else counts.reviewed += 1;
  }
  return counts;
}

/**
 * Returns the text of a context file that records the English of some translations, and forgets
 * messages that no longer exist.
 *
 * @param reviewed the English beside which translations were read, by id; null forgets what is recorded
 */
export function confirmedContext(
  language: Language,
  english: Language,
  reviewed: ReadonlyMap<string, string | null>,
): string {
  const recorded = translatableIds(english).flatMap((id) => {
    if (language.messages[id] === undefined) return [];
    const text = reviewed.has(id) ? reviewed.get(id) : recordedEnglish(language, id);
    return typeof text === 'string' ? [[id, text]] : [];
  });
  const context = {
    sameAsEnglish: Object.fromEntries(language.context.facts.get('sameAsEnglish') ?? []),
    translatedFrom: Object.fromEntries(recorded),
  };
  return `${JSON.stringify(context, null, 2)}\n`;
}

/** How many texts are named that nobody has read: of a new language that is all. */
const maxNamed = 10;

/** Checks that each translation was read beside the present English, but for those of a draft. */
export const checkReviewed: Check = (language, english) => {
  if (language.code === english.code || isDraft(language)) return [];
  const ids = translatableIds(english).filter(
    (id) => language.messages[id] !== undefined && !isReviewed(language, english, id),
  );
  const unknown = ids.filter((id) => recordedEnglish(language, id) === undefined);
  const changed = ids.filter((id) => !unknown.includes(id));
  const confirm = `“make locales-confirm LANG=${language.code}`;
  const findings = changed.map(
    (id): Finding => ({
      id,
      what: 'the translation is not reviewed: the English has changed',
      fix: `change it if the meaning differs, then run ${confirm} ID=${id}”`,
      details: [
        `Old English: “${recordedEnglish(language, id)}”`,
        `New English: “${english.messages[id]}”`,
        `Translation: “${language.messages[id]}”`,
      ],
      blocks: 'release',
    }),
  );
  if (unknown.length === 0) return findings;
  const more = unknown.length > maxNamed ? `, and ${unknown.length - maxNamed} more` : '';
  const named = `${unknown.slice(0, maxNamed).join(', ')}${more}`;
  const what = `translations that nobody has confirmed: ${named}`;
  const fix = `read them beside the English, then run ${confirm} ID=…”, or without ID for all`;
  return [...findings, { id: '', what, fix, blocks: 'release' }];
};

/** The keys of a context file, except for that of English, whose keys are ids. */
const sections = Object.keys(schema.properties);

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
  const undescribed = Object.keys(english.messages)
    .filter((id) => descriptionOf(english, id) === '')
    .map((id): Finding => {
      const fix = `add "${id}": { "description": "…" } to ${file}: what it is, and where it stands`;
      return { id, what: 'the message has no description for translators', fix, blocks: 'release' };
    });
  const described = entries.flatMap((entry) =>
    contextProblems(english, entry).map((problem) => ({
      id: entry.id,
      file,
      place: entry.key,
      ...problem,
    })),
  );
  return [...undescribed, ...described];
}

/** Returns what is wrong with the context of an English message. */
function contextProblems(english: Language, { id }: Entry): Problem[] {
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
