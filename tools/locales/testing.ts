import { type Check, type Language, languageOf } from './language.mjs';

type Messages = Record<string, string>;

/** Creates a language with these messages, as read from its file. */
export function language(code: string, messages: Messages): Language {
  const text = JSON.stringify(messages, null, 2);
  return languageOf({ code, file: `locales/${code}.json`, text });
}

/** Runs a check on a translation. Returns its findings as `id: what; fix`. */
export function found(
  check: Check,
  translation: Messages,
  original: Messages = translation,
  code = 'ms',
): string[] {
  const english = language('en', original);
  return check(language(code, translation), english).map(
    ({ id, what, fix }) => `${id}: ${what}; ${fix}`,
  );
}
