import { Converter } from 'opencc-js';

/** The Chinese scripts: name, and Open Chinese Convert's converter to it. */
const variants = new Map([
  [
    'Hans',
    { name: 'Simplified', other: 'Traditional', convert: Converter({ from: 't', to: 'cn' }) },
  ],
  [
    'Hant',
    { name: 'Traditional', other: 'Simplified', convert: Converter({ from: 'cn', to: 't' }) },
  ],
]);

/**
 * Checks that Chinese does not mix simplified and traditional characters. The conversion considers
 * phrases: it keeps 乾坤, but not 乾净.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkHanVariants({ script, messages }) {
  const variant = variants.get(script);
  if (!variant) return [];
  const { name, other, convert } = variant;
  return Object.entries(messages).flatMap(([id, message]) => {
    const right = convert(message);
    const [before, after] = [[...message], [...right]];
    const wrong = before.filter((character, index) => character !== after[index]);
    if (wrong.length === 0) return [];
    return {
      id,
      what: `${wrong.join(' ')} is ${other} Chinese in a ${name} text`,
      fix: `write “${right}”`,
    };
  });
}
