import configuration from '../../messages.config.ts';
import { run } from './cli.ts';
import type { Check } from './findings.ts';
import type { Constants } from './icu.ts';
import { type Language, languageOf } from './language.ts';

type Messages = Record<string, string>;

/** Constants of a site. */
export const constants: Constants = {
  values: {
    freeBonus: 'RM68.88',
    days: 365,
    percent: 0.5,
    start: new Date('2024-08-21T19:30+08:00'),
    weekday: 'monday',
  },
  timeZone: 'Asia/Kuala_Lumpur',
};

/** Creates a language with these messages and this context, as read from its files. */
export function language(code: string, messages: Messages, context: object = {}): Language {
  const text = JSON.stringify(messages, null, 2);
  const file = `locales/${code}.json`;
  return languageOf(code, file, text, JSON.stringify(context));
}

/** Runs a check on a translation. Returns its findings as `id: what; fix`. */
export function found(
  check: Check,
  translation: Messages,
  original: Messages = translation,
  code = 'ms',
  context: { own?: object; english?: object } = {},
): string[] {
  const english = language('en', original, context.english);
  return check(language(code, translation, context.own), english).map(
    ({ id, what, fix }) => `${id}: ${what}; ${fix}`,
  );
}

/** Runs a command of localisers. Returns what it prints. */
export async function runCommand(...args: string[]) {
  let output = '';
  const print = (text: string) => {
    output += `${text}\n`;
  };
  const status = await run(args, { log: print, error: print }, configuration);
  return { status, output };
}
