/** @typedef {{ text: string, start: number, isWord: boolean }} Token a piece of text and its UTF-16 offset */

const han = /\p{Script=Han}/u;
/** Punctuation of full width that begins or ends a phrase. */
const opening = /^[（《「『【“‘]/u;
const closing = /[，。！？、：；…）》」』】”’]$/u;
const oneHan = /^\p{Script=Han}$/u;
/** Particles of structure, aspect and mood, which end a word. */
const particle = /^[的地得了着过们吗呢吧啊]$/u;
const wordJoiner = '\u2060';

/** Characters that the last line has at least, punctuation among them. */
const shortestEnd = 5;

/**
 * Returns where the phrases of a Chinese text begin; WebKit needs to be told behind punctuation, too.
 *
 * Words are those of ICU's dictionary, which Node has. What it does not know comes as single
 * characters (首, 存): several in a row count as one word, a lone one goes with the word behind it,
 * a verb and a measure word with their number (送RM10, 365天), a particle with the word before it. BudouX, made for
 * this purpose, parts what no reader would (R|M10, 积|分, 全|年) with its Chinese model.
 *
 * A message overrules all this: U+200B is a boundary, U+2060 is none.
 *
 * @param {string} text
 * @param {string} code of the language
 * @returns {number[]} UTF-16 offsets
 */
export function phraseStarts(text, code) {
  const phrases = withParticles(withSingles(withCounts(tokensOf(text, code))));
  return phrases
    .filter((phrase, place) => {
      const before = phrases[place - 1];
      if (!before || !mayBegin(phrase) || opening.test(before.text)) return false;
      if (!before.isWord) return closing.test(before.text);
      const isAtHan = han.test(phrase.text) || han.test(before.text) || opening.test(phrase.text);
      return isAtHan && phrase.start <= text.length - shortestEnd;
    })
    .map(({ start }) => start);
}

/** @param {Token} token */
function mayBegin({ text, isWord }) {
  return isWord || opening.test(text);
}

/**
 * @param {string} text
 * @param {string} code
 * @returns {Token[]}
 */
function tokensOf(text, code) {
  const segments = new Intl.Segmenter(code, { granularity: 'word' }).segment(text);
  return [...segments].map(({ segment, index, isWordLike }) => ({
    text: segment,
    start: index,
    isWord: isWordLike === true || segment === '%',
  }));
}

/**
 * Numbers with what counts by them, and what U+2060 joins.
 *
 * @param {Token[]} tokens
 */
function withCounts(tokens) {
  return joinedWhere(
    tokens,
    (before, { text }) =>
      before.endsWith(wordJoiner) ||
      before.endsWith('第') ||
      (/[\d%]$/.test(before) && (text === '%' || oneHan.test(text))),
  );
}

/**
 * Single characters in words of their own or of their neighbours; before a number they are its verb.
 *
 * @param {Token[]} tokens
 */
function withSingles(tokens) {
  /** @type {Token[]} */
  const words = [];
  /** @type {Token[]} */
  let singles = [];
  const settle = () => {
    const before = words.at(-1);
    if (singles.length === 1 && before?.isWord) words.splice(-1, 1, join([before, ...singles]));
    else if (singles.length > 0) words.push(join(singles));
    singles = [];
  };
  for (const token of tokens) {
    if (oneHan.test(token.text) && !particle.test(token.text)) singles.push(token);
    else if (token.isWord && (singles.length === 1 || /^\d/.test(token.text))) {
      words.push(join([...singles, token]));
      singles = [];
    } else {
      settle();
      words.push(token);
    }
  }
  settle();
  return words;
}

/** @param {Token[]} tokens */
function withParticles(tokens) {
  return joinedWhere(tokens, (_, { text }) => particle.test(text));
}

/**
 * @param {Token[]} tokens
 * @param {(before: string, token: Token) => boolean} isJoined
 * @returns {Token[]}
 */
function joinedWhere(tokens, isJoined) {
  /** @type {Token[]} */
  const all = [];
  for (const token of tokens) {
    const before = all.at(-1);
    if (before?.isWord && token.isWord && isJoined(before.text, token)) {
      all.splice(-1, 1, join([before, token]));
    } else all.push(token);
  }
  return all;
}

/**
 * @param {Token[]} tokens in a row, at least one
 * @returns {Token}
 */
function join(tokens) {
  return {
    text: tokens.map(({ text }) => text).join(''),
    start: tokens[0]?.start ?? 0,
    isWord: true,
  };
}
