/** Checks of what a text says: its characters, language and length. */
import { Converter } from 'opencc-js';
import { type Check, messageCheck } from './findings.ts';
import { type Constants, compileMessage, constantsOf, formatErrorsIn, shownText } from './icu.ts';
import { directionOf, isSameOnPurpose, maxLengthOf, nameOf } from './language.ts';

/**
 * Characters that are invalid in HTML (HTML Standard, 13.2.3.5) or make the text display differently
 * from its source. `checkSpacing` checks tabs and line breaks.
 */
const rejectedCharacters = [
  { pattern: /[^\P{Cc}\t\n\r]|[\u2028\u2029]/u, what: 'a control character' },
  { pattern: /\p{Cs}/u, what: 'a lone surrogate (half of a character)' },
  {
    pattern: /\p{Noncharacter_Code_Point}|\ufffd/u,
    what: 'a noncharacter or replacement character',
  },
  // Embeddings and overrides (UAX 9, 2.1 and 2.2) can spoof text. Right-to-left texts use isolates
  // instead.
  { pattern: /[\u202a-\u202e]/u, what: 'a bidirectional override' },
];

/** Checks that messages contain no such characters. */
export const checkCharacters = messageCheck(({ text }) =>
  rejectedCharacters.flatMap(({ pattern, what }) => {
    const [character] = pattern.exec(text) ?? [];
    if (character === undefined) return [];
    return [{ what: `${what} (${codePointOf(character)})`, fix: 'retype the words around it' }];
  }),
);

/** Returns the number of a character, such as U+0430. */
function codePointOf(character: string) {
  const number = character.codePointAt(0) ?? 0;
  return `U+${number.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Spacing errors, which are hard to see in an editor. */
const spacingErrors = [
  { pattern: /^\s/u, what: 'leading whitespace', fix: 'delete it' },
  { pattern: /\s$/u, what: 'trailing whitespace', fix: 'delete it' },
  { pattern: /\S\s{2,}\S/u, what: 'repeated spaces', fix: 'keep one of them' },
  { pattern: /\S[\t\n\r]\S/u, what: 'a tab or line break', fix: 'replace it with a space' },
  {
    pattern: /[\ufeff\u00ad]/u,
    what: 'an invisible character',
    fix: 'retype the words around it',
  },
  {
    pattern: /[\p{L}\d}>] [,.;!?](?:\s|$)/u,
    what: 'a space before a punctuation mark',
    fix: 'delete it',
  },
];

/** A space where French, but for that of Canada, has one at which no line breaks. */
const frenchSpaces = {
  pattern: /[\p{L}\d}>»)] [;:!?»]|« /u,
  what: 'a space beside a punctuation mark at which the line can break',
  fix: 'replace it with \\u202f, the narrow no-break space',
};

/** A letter of a script in which a line can break between two letters. */
const unspaced =
  '(?=\\p{L})[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';

/** A word joiner where a line could break (UAX 14). What a placeholder or tag becomes may be any text. */
const usefulJoiner = new RegExp(
  [
    `(?<=${unspaced}\\p{M}*)\u2060(?=[\\p{L}\\d<#\\p{Ps}\\p{Pi}])`,
    `(?<=[^\\s\u2060\\p{Ps}\\p{Pi}])\u2060(?=${unspaced})`,
    '(?<=\\S[-–—])\u2060(?=[\\p{L}\\d\\{<])',
  ].join('|'),
  'gu',
);

/** Checks spacing. Invisible characters are copied with a text; isolates are for right-to-left languages. */
export const checkSpacing = messageCheck(({ text }, { code, script }) => {
  const isFrench = /^fr(?!-CA)\b/.test(code) && frenchSpaces.pattern.test(text);
  const problems = (isFrench ? [frenchSpaces] : spacingErrors)
    .filter(({ pattern }) => pattern.test(text))
    .map(({ what, fix }) => ({ what: `${what}: “${text}”`, fix }));
  const unwanted =
    directionOf(script) === 'rtl' ? /[\u200b\u2060]/u : /[\u200b\u2060\u2066-\u2069]/u;
  const [invisible] = unwanted.exec(text.replace(usefulJoiner, '')) ?? [];
  if (invisible === undefined) return problems;
  const what = `an invisible character (${codePointOf(invisible)}): “${text}”`;
  const fix =
    invisible === '\u2060'
      ? 'delete it; it belongs between two characters between which a line could break'
      : 'delete it, or replace it with a space';
  return [...problems, { what, fix }];
});

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
 * Returns the letters of a script as a part of a character class. Unicode has no property for scripts
 * such as `Jpan`, which combine others of East Asia.
 */
function lettersOf(script: string) {
  if (variants.has(script)) return '\\p{scx=Hani}';
  try {
    new RegExp(`\\p{scx=${script}}`, 'u');
    return `\\p{scx=${script}}`;
  } catch {
    return '\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}';
  }
}

/** What may be in any text: punctuation, and Latin letters of names such as the brand's. */
const sharedLetters = '\\p{scx=Zyyy}\\p{scx=Zinh}\\p{scx=Latn}';

/** Markup, whose Latin letters are not shown. */
const markup = /<\/?\w+>|\{[^{}]*\}/gu;

/** Checks that texts are in the script of their language. */
export const checkScript = messageCheck(({ id, text, tree, original }, { code, script }) => {
  if (script === '') return [];
  const own = lettersOf(script);
  const foreign = new RegExp(`(?=\\p{L})[^${sharedLetters}${own}]`, 'gu');
  const expected = `${nameOf(code, 'language') ?? code} is written in ${nameOf(script, 'script') ?? script} script`;
  const wrong = [...new Set(text.match(foreign))];
  if (wrong.length > 0) {
    const letters = wrong.slice(0, 5).map((letter) => `${letter} (${codePointOf(letter)})`);
    const fix =
      'retype the word; letters of other scripts can look the same, or be of another file';
    return [{ what: `wrong script: ${letters.join(', ')}; ${expected}`, fix }];
  }
  // Other checks report copies of English, and messages that do not parse.
  if (text === original || !tree) return [];
  const isName = id.startsWith('locale.') || !/[a-z]{3}/.test(text.replace(markup, ' '));
  const hasOwn = new RegExp(`(?=\\p{L})[${own}]`, 'u').test(text.replace(markup, ' '));
  if (isName || hasOwn) return [];
  const fix = 'translate it; it may belong to another file';
  return [{ what: `“${text}” is in Latin script; ${expected}`, fix }];
});

/** Checks that no text was left in English, except for intended copies. */
export const checkUntranslated = messageCheck((message, language, english) => {
  const { id, text, tree, original, originalTree } = message;
  if (language.code === english.code || !tree || !originalTree || id.startsWith('locale.'))
    return [];
  const { file } = language.context;
  const isAllowed = isSameOnPurpose(language, id);
  const shown = shownText(tree);
  const isCopy = text === original && /\p{L}/u.test(shown);
  if (isCopy && !isAllowed) {
    const fix = `translate it; if it is the same in this language, add "${id}" with the reason to "sameAsEnglish" of ${file}`;
    return [{ what: `the text is still the English “${text}”`, fix }];
  }
  if (isAllowed && !isCopy) {
    const what = `the text differs from English, but is in "sameAsEnglish" of ${file}`;
    return [{ what, fix: 'delete it there' }];
  }
  return [];
});

/**
 * Checks that Chinese does not mix simplified and traditional characters. The conversion considers
 * phrases: it keeps 乾坤, but not 乾净.
 */
export const checkHanVariants = messageCheck((message, { script }) => {
  const variant = variants.get(script);
  if (!variant) return [];
  const { name, other, convert } = variant;
  // The converter knows no phrase with a word joiner in it.
  const text = message.text.replaceAll('\u2060', '');
  const right = convert(text);
  const [before, after] = [[...text], [...right]];
  const wrong = before.filter((character, index) => character !== after[index]);
  if (wrong.length === 0) return [];
  const what = `${wrong.join(' ')} is ${other} Chinese in a ${name} text`;
  return [{ what, fix: `write “${right}”` }];
});

/** A half-width mark after a Chinese character or what is shown in its place; not a comma of {…, select, …}. */
const halfWidth = /(?<=[\p{scx=Hani}}>])[,:;!?](?!\d)/gu;

/** Checks that Chinese has full-width punctuation, which is at the same distance from the half-width marks. */
export const checkHanPunctuation = messageCheck(({ text }, { script }) => {
  const right = text.replace(halfWidth, (mark) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0));
  if (!variants.has(script) || right === text) return [];
  return [{ what: 'punctuation or spacing is not Chinese', fix: `write “${right}”` }];
});

/** Full-width East Asian characters, which count as two letters. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/gu;

/** Stands for a value that is known at run time only: the place of an offer. */
const runTimeValue = '2';

/** Returns a check that each text is within the length limit of its place. */
export const checkLength = (given?: Constants): Check =>
  messageCheck(({ id, tree }, { code, messages }, english) => {
    const constants = given && constantsOf(messages, given);
    if (!tree || (constants && formatErrorsIn(tree, code, constants).length > 0)) return [];
    const shown = constants ? compileMessage(tree, code, constants) : tree;
    const limit = maxLengthOf(english, id);
    const letters = widthOf(shownText(shown, runTimeValue));
    if (letters <= limit) return [];
    const what = `the text is ${letters} letters wide; the limit is ${limit}`;
    return [{ what, fix: `shorten it by at least ${letters - limit}` }];
  });

/** Returns the width of a text in Latin letters. Combining marks and word joiners have none. */
function widthOf(text: string) {
  return text.replace(/[\p{M}\u2060]/gu, '').replace(wide, '##').length;
}
