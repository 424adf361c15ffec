import { isChinese } from './language.mjs';

/**
 * Faults of blanks that no eye sees in a file: each pattern with what it is.
 *
 * @type {{ pattern: RegExp, what: string, mend: string }[]}
 */
const faults = [
  { pattern: /^\s/u, what: 'a blank before the first word', mend: 'delete it' },
  { pattern: /\s$/u, what: 'a blank behind the last word', mend: 'delete it' },
  { pattern: /\S\s{2,}\S/u, what: 'two blanks in a row', mend: 'leave one of them' },
  { pattern: /\S[\t\n\r]\S/u, what: 'a tab or line break', mend: 'write a blank instead' },
  {
    pattern: /[\ufeff\u00ad]/u,
    what: 'an invisible character',
    mend: 'type the words around it anew',
  },
  {
    pattern: /[\p{L}\d}>] [,.;!?](?:\s|$)/u,
    what: 'a blank before a punctuation mark',
    mend: 'delete it',
  },
];

/** Only a language without spaces has to say where its lines may end (`phrases.mjs`). */
const boundary = {
  pattern: /\u200b/u,
  what: 'an invisible character (U+200B)',
  mend: 'delete it, or write a blank',
};

/** @type {import('./language.mjs').Check} */
export function checkSpacing({ messages, script }) {
  const own = isChinese(script) ? faults : [...faults, boundary];
  return Object.entries(messages).flatMap(([id, message]) =>
    own
      .filter(({ pattern }) => pattern.test(message))
      .map(({ what, mend }) => ({ id, what: `${what}: “${message}”`, mend })),
  );
}
