import { unsupportedFormatsIn } from '../build/messages.mjs';

/**
 * Checks that no message uses formats that need Intl.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkFormats({ trees }) {
  return [...trees].flatMap(([id, tree]) =>
    unsupportedFormatsIn(tree).map((error) => {
      const [what = '', fix = ''] = error.split('; ');
      return { id, what, fix };
    }),
  );
}
