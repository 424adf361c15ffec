import { Converter } from 'opencc-js';
import { run } from 'zhlint';
import { messageCheck } from './findings.ts';
import { isChinese } from './language-codes.ts';

/** The Chinese scripts, and Open Chinese Convert's converter to each of them. */
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
 */
export const checkHanVariants = messageCheck(({ text }, { script }) => {
  const variant = variants.get(script);
  if (!variant) return [];
  const { name, other, convert } = variant;
  const right = convert(text);
  const [before, after] = [[...text], [...right]];
  const wrong = before.filter((character, index) => character !== after[index]);
  if (wrong.length === 0) return [];
  const what = `${wrong.join(' ')} is ${other} Chinese in a ${name} text`;
  return [{ what, fix: `write “${right}”` }];
});

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

/** Checks the punctuation and spacing of Chinese with zhlint, plus the ellipsis, which it does not. */
export const checkChineseTypography = messageCheck(({ text }, { script }) => {
  // zhlint would treat the commas of {…, select, …} as punctuation.
  if (!isChinese(script) || /\{\s*\w+\s*,/.test(text)) return [];
  const unifiedPunctuation = script === 'Hans' ? 'simplified' : 'traditional';
  const { result } = run(text, { rules: { ...rules, unifiedPunctuation } });
  const right = result.replace(/\.{2,}|。{2,}|…(?!…)(?<!……)/g, '……');
  if (right === text) return [];
  return [{ what: 'punctuation or spacing is not Chinese', fix: `write “${right}”` }];
});
