import { dirname, join } from 'node:path';
import type { Tree } from './icu.ts';
import type { Place } from './json.ts';
import { isUnreadable, type Language, placeOfMessage, sourceLanguage } from './language.ts';

/** The steps that findings may fail, in order. */
const steps = ['build', 'check', 'release'] as const;

type Step = (typeof steps)[number];

/** What is wrong, and how to fix it, in words for those who do not write code. */
export interface Problem {
  what: string;
  fix: string;
  /** Lines that explain it. */
  details?: string[];
  /** The first step that fails; by default the build. */
  blocks?: Step;
}

/** A problem reported to localisers. */
export interface Finding extends Problem {
  /** Id of the message, or empty for the file. */
  id: string;
  /** By default that of the language. */
  file?: string;
  /** By default that of the message. */
  place?: Place;
}

export type Check = (language: Language, english: Language) => Finding[];

export type LocatedFinding = Finding & Place & { code: string; file: string };

/** A message of a language, with the English one. */
export interface Message {
  id: string;
  text: string;
  /** Null if the text does not parse. */
  tree: Tree | null;
  original: string | undefined;
  originalTree: Tree | null;
}

/** Returns a check that looks at each message by itself. */
export function messageCheck(
  problemsOf: (message: Message, language: Language, english: Language) => Problem[],
): Check {
  return (language, english) =>
    Object.entries(language.messages).flatMap(([id, text]) => {
      const tree = language.trees.get(id) ?? null;
      const originalTree = english.trees.get(id) ?? null;
      const message = { id, text, tree, original: english.messages[id], originalTree };
      return problemsOf(message, language, english).map((problem) => ({ id, ...problem }));
    });
}

/**
 * Runs checks on all languages. Returns the findings in the order of files and lines.
 *
 * @param checkFile runs first, and alone if a file is unreadable
 */
export function locatedFindings(
  languages: Language[],
  [checkFile, ...checks]: [Check, ...Check[]],
): LocatedFinding[] {
  const english = languages.find(({ code }) => code === sourceLanguage);
  if (!english) {
    const file = join(dirname(languages[0]?.file ?? ''), `${sourceLanguage}.json`);
    const what = 'the file of English, which others are translated from, is missing';
    return [{ code: sourceLanguage, file, line: 1, column: 1, id: '', what, fix: 'restore it' }];
  }
  return languages.flatMap((language) =>
    (isUnreadable(language) || isUnreadable(english) ? [checkFile] : [checkFile, ...checks])
      .flatMap((check) => check(language, english))
      .map(({ place, ...finding }) => ({
        code: language.code,
        file: language.file,
        ...(place ?? placeOfMessage(language, finding.id)),
        ...finding,
      }))
      .sort((one, other) => one.line - other.line),
  );
}

/** Whether a finding fails a step. */
export function isBlocking({ blocks = 'build' }: Finding, step: Step): boolean {
  return steps.indexOf(blocks) <= steps.indexOf(step);
}

/** Describes a finding in a line. */
export function describeFinding({ file, line, column, id, what, fix }: LocatedFinding): string {
  return [`${file}:${line}:${column}`, id, `${what}; ${fix}`].filter(Boolean).join(': ');
}

/** Mistakes in messages, worded for the person who edits them. */
export class MessageError extends Error {
  /**
   * @param errors each one `file: location: reason`
   * @param files those of the languages with errors
   */
  constructor(
    errors: string[],
    readonly files: string[] = [],
  ) {
    super(errors.join('\n'));
    this.name = 'MessageError';
  }
}
