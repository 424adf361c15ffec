import { TYPE } from '@formatjs/icu-messageformat-parser';
import { visit } from '../messages.mjs';

/**
 * Whether each choice has the keys that it has in English. A language may do
 * without the choice, and show the plain variable.
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
          what: `the choice {${variable}, select, …} lacks the key "${key}"`,
          mend: `add ${key} {…} with the text for it`,
        })),
        ...added.map((key) => ({
          id,
          what: `the choice {${variable}, select, …} has the key "${key}", which never occurs`,
          mend: `write one of ${wanted.join(', ')}: keys are never translated`,
        })),
      ];
    });
  });
}

/**
 * The keys of each choice by its variable.
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
