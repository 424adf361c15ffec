import { TYPE } from '@formatjs/icu-messageformat-parser';
import { visit } from '../build/messages.mjs';

/**
 * Checks that each select has the same keys as in English. A language may use the plain variable
 * instead.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkSelects({ trees }, english) {
  return [...trees].flatMap(([id, tree]) => {
    const original = keysIn(english.trees.get(id) ?? []);
    return [...keysIn(tree)].flatMap(([variable, keys]) => {
      const wanted = original.get(variable);
      if (!wanted) return [];
      const lost = wanted.filter((key) => !keys.includes(key));
      const added = keys.filter((key) => !wanted.includes(key));
      return [
        ...lost.map((key) => ({
          id,
          what: `{${variable}, select, …} lacks the key "${key}"`,
          fix: `add ${key} {…} with its text`,
        })),
        ...added.map((key) => ({
          id,
          what: `{${variable}, select, …} has the unknown key "${key}"`,
          fix: `use one of ${wanted.join(', ')}: keys are not translated`,
        })),
      ];
    });
  });
}

/**
 * Returns the keys of each select by its variable.
 *
 * @param {import('./language.mjs').Tree} tree
 */
function keysIn(tree) {
  /** @type {Map<string, string[]>} */
  const keys = new Map();
  visit(tree, (element) => {
    if (element.type !== TYPE.select) return;
    const known = keys.get(element.value) ?? [];
    keys.set(element.value, [...new Set([...known, ...Object.keys(element.options)])]);
  });
  return keys;
}
