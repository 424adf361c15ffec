/** A segment of a text. */
interface Token {
  text: string;
  /** UTF-16 offset. */
  start: number;
  isWord: boolean;
}

const han = /\p{Script=Han}/u;
/** Full-width punctuation that begins or ends a phrase. */
const opening = /^[（《「『【“‘]/u;
const closing = /[，。！？、：；…）》」』】”’]$/u;
const oneHan = /^\p{Script=Han}$/u;
/** Structural, aspectual and modal particles, which end a word. */
const particle = /^[的地得了着过们吗呢吧啊]$/u;
const wordJoiner = '\u2060';

/** Minimum length of the last line in characters, including punctuation. */
const minLastLine = 5;

/**
 * Returns where the phrases of a Chinese text begin, including after punctuation, where WebKit does
 * not break by itself.
 *
 * Words come from ICU's dictionary in Node. Unknown words come as single characters (首, 存): several
 * in a row form a word, a lone one joins the next word, a verb or measure word its number (送RM10,
 * 365天), a particle the previous word. BudouX with its Chinese model splits within words (R|M10,
 * 积|分, 全|年).
 *
 * A message can override the result: U+200B forces a boundary, U+2060 prevents one.
 *
 * @param code of the language
 * @returns UTF-16 offsets
 */
export function phraseStarts(text: string, code: string): number[] {
  const phrases = withParticles(withSingles(withCounts(tokensOf(text, code))));
  return phrases
    .filter((phrase, index) => {
      const before = phrases[index - 1];
      if (!before || !mayBegin(phrase) || opening.test(before.text)) return false;
      if (!before.isWord) return closing.test(before.text);
      const isAtHan = han.test(phrase.text) || han.test(before.text) || opening.test(phrase.text);
      return isAtHan && phrase.start <= text.length - minLastLine;
    })
    .map(({ start }) => start);
}

function mayBegin({ text, isWord }: Token) {
  return isWord || opening.test(text);
}

function tokensOf(text: string, code: string): Token[] {
  const segments = new Intl.Segmenter(code, { granularity: 'word' }).segment(text);
  return [...segments].map(({ segment, index, isWordLike }) => ({
    text: segment,
    start: index,
    isWord: isWordLike === true || segment === '%',
  }));
}

/** Joins numbers with their measure words, and tokens around U+2060. */
function withCounts(tokens: Token[]) {
  return joinedWhere(
    tokens,
    (before, { text }) =>
      before.endsWith(wordJoiner) ||
      before.endsWith('第') ||
      (/[\d%]$/.test(before) && (text === '%' || oneHan.test(text))),
  );
}

/** Joins single characters with each other or a neighbouring word; before a number they are its verb. */
function withSingles(tokens: Token[]) {
  const words: Token[] = [];
  let singles: Token[] = [];
  const flush = () => {
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
      flush();
      words.push(token);
    }
  }
  flush();
  return words;
}

function withParticles(tokens: Token[]) {
  return joinedWhere(tokens, (_, { text }) => particle.test(text));
}

function joinedWhere(tokens: Token[], isJoined: (before: string, token: Token) => boolean) {
  const all: Token[] = [];
  for (const token of tokens) {
    const before = all.at(-1);
    if (before?.isWord && token.isWord && isJoined(before.text, token)) {
      all.splice(-1, 1, join([before, token]));
    } else all.push(token);
  }
  return all;
}

/** @param tokens consecutive, at least one */
function join(tokens: Token[]): Token {
  return {
    text: tokens.map(({ text }) => text).join(''),
    start: tokens[0]?.start ?? 0,
    isWord: true,
  };
}
