import { refusalsIn } from '../messages.mjs';

/**
 * Whether a page could show the message: none can show what formats by itself.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkRefusals({ trees }) {
  return [...trees].flatMap(([id, tree]) =>
    refusalsIn(tree).map((refusal) => {
      const [what = '', mend = ''] = refusal.split('; ');
      return { id, what, mend };
    }),
  );
}
