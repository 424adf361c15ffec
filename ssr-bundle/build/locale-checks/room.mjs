import { longestValues, rooms } from './rooms.mjs';
import { shownText, withoutBreaks } from './shown-text.mjs';

/** What East Asian type sets twice as wide as a Latin letter. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/gu;

/**
 * A check whether each text fits the place where it stands.
 *
 * @param {Record<string, string>} constants values that any message may use
 * @returns {import('./language.mjs').Check}
 */
export function checkRoom(constants) {
  const values = { ...longestValues, ...constants };
  return ({ trees }) =>
    [...trees].flatMap(([id, tree]) => {
      const room = rooms.find(({ ids }) => ids.test(id));
      const letters = widthOf(shownText(tree, values));
      if (!room || letters <= room.letters) return [];
      return {
        id,
        what: `the text takes the room of ${letters} letters; ${room.place} has ${room.letters}`,
        mend: `say it shorter, by ${letters - room.letters} at least`,
      };
    });
}

/** @param {string} text */
function widthOf(text) {
  // Marks lie on the letter before them.
  return withoutBreaks(text).replace(/\p{M}/gu, '').replace(wide, '##').length;
}
