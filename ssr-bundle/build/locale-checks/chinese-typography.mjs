import { run } from 'zhlint';
import { isChinese } from './language.mjs';
import { withoutBreaks } from './shown-text.mjs';

/** What zhlint holds against a text, told in words of its own otherwise. */
const rules = {
  // Brackets and quotes follow the text around them: full width beside Han.
  halfwidthPunctuation: '[]{}<>',
  fullwidthPunctuation: '，。：；？！“”‘’（）',
  adjustedFullwidthPunctuation: '',
  spaceBetweenHalfwidthContent: true,
  noSpaceBetweenFullwidthContent: true,
  // Amounts stand in the midst of sentences; blanks around them would part them from their verbs.
  spaceBetweenMixedwidthContent: false,
  noSpaceBeforePauseOrStop: true,
  noSpaceAfterFullwidthPauseOrStop: true,
  noSpaceInsideQuotation: true,
  noSpaceInsideFullwidthBracket: true,
};

/**
 * Whether Chinese has the punctuation of its own width and no blanks that it
 * does not need. zhlint, the Chinese linter, finds what it can; the ellipsis is
 * the one fault that it does not know.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkChineseTypography({ script, messages }) {
  if (!isChinese(script)) return [];
  const unifiedPunctuation = script === 'Hans' ? 'simplified' : 'traditional';
  // It would take the commas of {…, select, …} for punctuation.
  const plain = Object.entries(messages).filter(([, message]) => !/\{\s*\w+\s*,/.test(message));
  return plain.flatMap(([id, written]) => {
    const message = withoutBreaks(written);
    const { result } = run(message, { rules: { ...rules, unifiedPunctuation } });
    const right = result.replace(/\.{2,}|。{2,}|…(?!…)(?<!……)/g, '……');
    if (right === message) return [];
    return {
      id,
      what: 'the punctuation or the blanks are not those of Chinese',
      mend: `write “${right}”`,
    };
  });
}
