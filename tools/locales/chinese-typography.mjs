import { run } from 'zhlint';
import { isChinese } from './language.mjs';
import { withoutBreaks } from './shown-text.mjs';

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
 * @type {import('./language.mjs').Check}
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
