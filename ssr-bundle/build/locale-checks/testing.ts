import { type Check, type Language, languageOf } from './language.mjs';

type Messages = Record<string, string>;

/** A language with these messages, as if they had been read from its file. */
export function language(code: string, messages: Messages): Language {
  const text = JSON.stringify(messages, null, 2);
  return languageOf({ code, file: `locales/${code}.json`, text });
}

/** What a check finds in a translation of English, each as `id: what; mend`. */
export function found(
  check: Check,
  translation: Messages,
  original: Messages = translation,
  code = 'ms',
): string[] {
  const english = language('en', original);
  return check(language(code, translation), english).map(
    ({ id, what, mend }) => `${id}: ${what}; ${mend}`,
  );
}
