import { Converter } from 'opencc-js';
import { run } from 'zhlint';
import { withoutBreaks } from './characters.mjs';
import { isChinese } from './language.mjs';

/** @typedef {import('./language.mjs').Check} Check */

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
 * @type {Check}
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

/** Options of zhlint. */
const rules = {
  // Brackets and quotes follow the text around them: full width beside Han.
  halfwidthPunctuation: '[]{}<>',
  fullwidthPunctuation: '，。：；？！“”‘’（）',
  adjustedFullwidthPunctuation: '',
  spaceBetweenHalfwidthContent: true,
  noSpaceBetweenFullwidthContent: true,
  // Amounts within sentences take no spaces, which would separate them from their verbs.
  spaceBetweenMixedwidthContent: false,
  noSpaceBeforePauseOrStop: true,
  noSpaceAfterFullwidthPauseOrStop: true,
  noSpaceInsideQuotation: true,
  noSpaceInsideFullwidthBracket: true,
};

/**
 * Checks the punctuation and spacing of Chinese with zhlint, plus the ellipsis, which zhlint does
 * not check.
 *
 * @type {Check}
 */
export function checkChineseTypography({ script, messages }) {
  if (!isChinese(script)) return [];
  const unifiedPunctuation = script === 'Hans' ? 'simplified' : 'traditional';
  // zhlint would treat the commas of {…, select, …} as punctuation.
  const plain = Object.entries(messages).filter(([, message]) => !/\{\s*\w+\s*,/.test(message));
  return plain.flatMap(([id, written]) => {
    const message = withoutBreaks(written);
    const { result } = run(message, { rules: { ...rules, unifiedPunctuation } });
    const right = result.replace(/\.{2,}|。{2,}|…(?!…)(?<!……)/g, '……');
    if (right === message) return [];
    return {
      id,
      what: 'punctuation or spacing is not Chinese',
      fix: `write “${right}”`,
    };
  });
}
