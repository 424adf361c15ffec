import { variablesOf } from '../build/messages.mjs';

/**
 * Checks that each message has the same variables and tags as in English.
 *
 * `formatjs verify --structural-equality` is too strict: it rejects the plain {month} of Chinese where
 * English has a select.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkVariables({ trees }, english) {
  return [...trees].flatMap(([id, tree]) => {
    const original = english.trees.get(id);
    if (!original) return [];
    const wanted = variablesOf(original).split(' ').filter(Boolean);
    const found = variablesOf(tree).split(' ').filter(Boolean);
    const lost = wanted.filter((name) => !found.includes(name));
    const added = found.filter((name) => !wanted.includes(name));
    return [
      ...lost.map((name) => ({
        id,
        what: `${name} is missing; the English is “${english.messages[id]}”`,
        fix: name.startsWith('<')
          ? `put ${name} and ${name.replace('<', '</')} around the link text`
          : `add ${name}; variable names are not translated`,
      })),
      ...added.map((name) => ({
        id,
        what: `${name} is unknown; the English is “${english.messages[id]}”`,
        fix: lost.length > 0 ? `use ${lost.join(' or ')}` : `remove ${name}`,
      })),
    ];
  });
}
