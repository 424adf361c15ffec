import { isChinese } from './language.mjs';

/**
 * Spacing errors, which are hard to see in an editor.
 *
 * @type {{ pattern: RegExp, what: string, fix: string }[]}
 */
const errors = [
  { pattern: /^\s/u, what: 'leading whitespace', fix: 'delete it' },
  { pattern: /\s$/u, what: 'trailing whitespace', fix: 'delete it' },
  { pattern: /\S\s{2,}\S/u, what: 'repeated spaces', fix: 'keep one of them' },
  { pattern: /\S[\t\n\r]\S/u, what: 'a tab or line break', fix: 'replace it with a space' },
  {
    pattern: /[\ufeff\u00ad]/u,
    what: 'an invisible character',
    fix: 'retype the words around it',
  },
  {
    pattern: /[\p{L}\d}>] [,.;!?](?:\s|$)/u,
    what: 'a space before a punctuation mark',
    fix: 'delete it',
  },
];

/** Line break opportunities, allowed in languages without spaces only (`phrases.mjs`). */
const boundary = {
  pattern: /\u200b/u,
  what: 'an invisible character (U+200B)',
  fix: 'delete it, or replace it with a space',
};

/**
 * Checks the spacing of messages.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkSpacing({ messages, script }) {
  const own = isChinese(script) ? errors : [...errors, boundary];
  return Object.entries(messages).flatMap(([id, message]) =>
    own
      .filter(({ pattern }) => pattern.test(message))
      .map(({ what, fix }) => ({ id, what: `${what}: “${message}”`, fix })),
  );
}
