/** Phrases that stay on one line, where a text has them, by the code of a language. */
const phrases: Record<string, string[]> = {
  en: ['e-wallet', 'E-sports'],
  ms: ['e-dompet', 'E-sports'],
  zh: ['一站齐聚', '最高RM188', '首存红利，', '免费积分', '生成'],
};

/** Elements of text in lines. */
export const textsInLines =
  'main :is(h1, p, .heading, [class$="-text"]), .home-amounts span, .announcement-text, .footer-offer-text, .trust-mark-named, .menu-tab';

/** Returns the phrases that lines of texts divide. */
export function dividedPhrases(code: string, texts: string[][]): string[] {
  return texts.flatMap((words) => {
    const lines = words.map((line) => line.replaceAll('\u2011', '-'));
    return (phrases[code] ?? []).filter(
      (phrase) => lines.join('').includes(phrase) && !lines.some((it) => it.includes(phrase)),
    );
  });
}
