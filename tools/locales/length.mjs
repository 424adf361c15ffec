import { lengthLimits, longestValues } from './length-limits.mjs';
import { shownText, withoutBreaks } from './shown-text.mjs';

/** Full-width East Asian characters, which count as two letters. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/gu;

/**
 * Returns a check that each text is within the length limit of its place.
 *
 * @param {Record<string, string>} constants constants that any message may use
 * @returns {import('./language.mjs').Check}
 */
export function checkLength(constants) {
  const values = { ...longestValues, ...constants };
  return ({ trees }) =>
    [...trees].flatMap(([id, tree]) => {
      const limit = lengthLimits.find(({ ids }) => ids.test(id));
      const letters = widthOf(shownText(tree, values));
      if (!limit || letters <= limit.letters) return [];
      return {
        id,
        what: `the text is ${letters} letters wide; the limit for ${limit.place} is ${limit.letters}`,
        fix: `shorten it by at least ${letters - limit.letters}`,
      };
    });
}

/** @param {string} text */
function widthOf(text) {
  // Combining marks have no width.
  return withoutBreaks(text).replace(/\p{M}/gu, '').replace(wide, '##').length;
}
