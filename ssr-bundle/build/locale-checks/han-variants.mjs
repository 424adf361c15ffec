import { Converter } from 'opencc-js';

/** For each Chinese script: what it is called, and Open Chinese Convert's way into it. */
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
 * Whether Chinese is written in one variant of its characters. The dictionary
 * knows phrases, so 乾坤 stays as it is though 乾净 does not.
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
    const wrong = before.filter((character, place) => character !== after[place]);
    if (wrong.length === 0) return [];
    return {
      id,
      what: `${wrong.join(' ')} is ${other} Chinese in a ${name} text`,
      mend: `write “${right}”`,
    };
  });
}
