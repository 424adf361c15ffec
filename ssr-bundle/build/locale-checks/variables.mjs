import { variablesOf } from '../messages.mjs';

/**
 * Whether each message has the variables and tags of the English one.
 *
 * `formatjs verify --structural-equality` asks for more: it refuses the plain
 * {month} of Chinese where English chooses its name, which is as it should be.
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
        what: `${name} is missing, which the English “${english.messages[id]}” has`,
        mend: name.startsWith('<')
          ? `put ${name} and ${name.replace('<', '</')} around the words that are the link`
          : `put ${name} where the value belongs; its name is never translated`,
      })),
      ...added.map((name) => ({
        id,
        what: `${name} is unknown: the English “${english.messages[id]}” does not have it`,
        mend: lost.length > 0 ? `write ${lost.join(' or ')} as in English` : `remove ${name}`,
      })),
    ];
  });
}
