import { TYPE } from '@formatjs/icu-messageformat-parser';
import { refusalsIn, visit } from '../messages.mjs';

/**
 * Whether each plural has the categories of its language (CLDR), and whether a
 * page could show the message at all: today it can show no plural.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkPlurals({ code, trees }) {
  return [...trees].flatMap(([id, tree]) => [
    ...categoriesIn(tree, code).map((finding) => ({ id, ...finding })),
    ...refusalsIn(tree).map((refusal) => {
      const [what = '', mend = ''] = refusal.split('; ');
      return { id, what, mend };
    }),
  ]);
}

/**
 * @param {import('./language.mjs').Tree} tree
 * @param {string} code
 */
function categoriesIn(tree, code) {
  /** @type {{ what: string, mend: string }[]} */
  const findings = [];
  visit(tree, (element) => {
    if (element.type !== TYPE.plural) return;
    const type = element.pluralType ?? 'cardinal';
    const { pluralCategories } = new Intl.PluralRules(code, { type }).resolvedOptions();
    const needed = pluralCategories.map(String);
    const given = Object.keys(element.options).filter((key) => !key.startsWith('='));
    for (const category of needed.filter((key) => !given.includes(key))) {
      findings.push({
        what: `the plural of {${element.value}} lacks "${category}", which the language needs`,
        mend: `add ${category} {…} with the form for it`,
      });
    }
    for (const category of given.filter((key) => !needed.includes(key))) {
      findings.push({
        what: `the plural of {${element.value}} has "${category}", which the language never uses`,
        mend: `delete ${category} {…}; this language has ${needed.join(', ')}`,
      });
    }
  });
  return findings;
}
