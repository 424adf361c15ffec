/** The mistakes that translators make, and what they read about each of them. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { allChecks } from './cli.ts';
import { locatedFindings } from './findings.ts';
import { languageOf } from './language.ts';

const english = {
  'actions.copy.label': 'Copy',
  'content.blog.visit': 'Want more? <link>Visit our blog</link>.',
  'locale.dir': 'ltr',
  'locale.name': 'English',
  'offers.daily.text': 'A bonus of {bonus} on each {day}',
  'offers.daily.title': '{percent}% daily bonus',
  'page.home.title': 'Back to the home page',
};
const malay = {
  'actions.copy.label': 'Salin',
  'content.blog.visit': 'Mahu lagi? <link>Lawati blog kami</link>.',
  'locale.dir': 'ltr',
  'locale.name': 'Bahasa Melayu',
  'offers.daily.text': 'Bonus {bonus} setiap {day}',
  'offers.daily.title': 'Bonus harian {percent}%',
  'page.home.title': 'Kembali ke laman utama',
};
const chinese = {
  'actions.copy.label': '复制',
  'content.blog.visit': '还想了解？<link>浏览我们的博客</link>。',
  'locale.dir': 'ltr',
  'locale.name': '中文',
  'offers.daily.text': '每{day}红利{bonus}',
  'offers.daily.title': '每日{percent}%红利',
  'page.home.title': '返回首页',
};
const descriptions = Object.fromEntries(
  Object.keys(english).map((id) => [
    id,
    { description: 'With {bonus}, {day}, {percent} and <link>', maxLength: 60 },
  ]),
);
const checks = await allChecks({ constants: { values: {}, timeZone: 'UTC' } });

const written = (messages: object) => JSON.stringify(messages, null, 2);

/** Returns what is reported about the languages, with some files changed or added. */
function report(changed: Record<string, string>) {
  const files = { en: written(english), ms: written(malay), zh: written(chinese), ...changed };
  const languages = Object.entries(files).map(([code, text]) => {
    const context = JSON.stringify(code === 'en' ? descriptions : { translatedFrom: english });
    return languageOf(code, `locales/${code}.json`, text, context);
  });
  return locatedFindings(languages, checks).map(
    ({ file, line, column, id, what, fix }) =>
      `${file.replace('locales/', '')}:${line}:${column} ${id}: ${what} | ${fix}`,
  );
}

test('Reports nothing about translations without a mistake', () => {
  assert.deepEqual(report({}), []);
});

/** One text in place of another: mistake, file, id, text, and what is reported. */
// biome-ignore format: a row a line
const texts: [
  mistake: string,
  code: 'ms' | 'zh',
  id: keyof typeof english,
  text: string,
  ...reports: RegExp[],
][] = [
  ['a missing brace', 'ms', 'offers.daily.title', 'Bonus harian {percent%', /^ms\.json:7:25 offers\.daily\.title: syntax error in braces or tags: .* \| copy the \{ \} and < > from the English/],
  ['a brace too many', 'ms', 'offers.daily.title', 'Bonus harian {percent}}%', /^ms\.json:7:25 offers\.daily\.title: a \} has no \{ before it; visitors would see it \| delete it/],
  ['a translated placeholder', 'ms', 'offers.daily.title', 'Bonus harian {peratus}%', /\{percent\} is missing; the English is “\{percent\}% daily bonus” \| add \{percent\}; variable names are not translated/, /\{peratus\} is unknown; .* \| use \{percent\}/],
  ['a dropped tag', 'ms', 'content.blog.visit', 'Mahu lagi? Lawati blog kami.', /<link> is missing; .* \| put <link> and <\/link> around the link text/],
  ['an empty text', 'ms', 'actions.copy.label', '', /^ms\.json:2:25 actions\.copy\.label: the translation is empty; the English is “Copy” \| add the translation/],
  ['a copy of the English', 'ms', 'page.home.title', 'Back to the home page', /the text is still the English “Back to the home page” \| translate it; if it is the same in this language, add "page\.home\.title" with the reason to "sameAsEnglish" of locales\/context\/ms\.json/],
  ['Traditional characters', 'zh', 'actions.copy.label', '複製', /複 製 is Traditional Chinese in a Simplified text \| write “复制”/],
  ['a text that is too long', 'ms', 'actions.copy.label', 'Salin '.repeat(11).trim(), /the text is 65 letters wide; the limit is 60 \| shorten it by at least 5/],
  ['an ASCII comma in Chinese', 'zh', 'page.home.title', '返回,首页', /punctuation or spacing is not Chinese \| write “返回，首页”/],
  ['a character reference of HTML', 'ms', 'page.home.title', 'Laman &amp; utama', /&amp; is HTML; visitors would see it as it is written here \| write the character itself, such as & for &amp;/],
  ['a line break of HTML', 'ms', 'page.home.title', 'Kembali<br>ke laman', /<br> is HTML, which texts cannot have; the page breaks lines by itself \| replace it with a space/],
  ['apostrophes around a placeholder', 'ms', 'offers.daily.title', "Bonus harian '{percent}'%", /the apostrophe \('\) quotes \{percent\}, so visitors would see “\{percent\}” itself \| delete the apostrophe, or write the typographic one \(’\)/],
  ['a digit beside a placeholder', 'ms', 'offers.daily.title', 'Bonus harian {percent}0%', /a digit stands directly beside \{percent\}, which becomes a value of its own \| delete the digit, or put a space/],
  ['a Cyrillic letter that looks Latin', 'ms', 'page.home.title', 'Kemb\u0430li', /wrong script: а \(U\+0430\); Malay is written in Latin script \| retype the word/],
  ['Malay in Chinese', 'zh', 'page.home.title', 'Kembali', /“Kembali” is in Latin script; Chinese is written in Simplified.* script \| translate it; it may belong to another file/],
];

for (const [mistake, code, id, text, ...reports] of texts) {
  test(`Reports ${mistake}`, () => {
    const messages = { ...(code === 'ms' ? malay : chinese), [id]: text };
    const found = report({ [code]: written(messages) });
    assert.equal(found.length, reports.length, found.join('\n'));
    for (const [index, expected] of reports.entries()) assert.match(found[index] ?? '', expected);
  });
}

const own = written(malay);
const without = ({ 'actions.copy.label': _, ...rest }: typeof malay) => rest;

/** A whole file: mistake, its name, its text, and the only report. */
// biome-ignore format: a row a line
const files: [mistake: string, code: string, text: string, expected: RegExp][] = [
  ['an id that English lacks', 'ms', written({ 'actions.copi.label': 'Salin', ...malay }), /^ms\.json:2:25 actions\.copi\.label: en\.json has no such id, so the message is unused \| correct the id/],
  ['a missing id', 'ms', written(without(malay)), /^ms\.json:2:3 actions\.copy\.label: the translation is missing; the English is “Copy” \| add "actions\.copy\.label"/],
  ['a duplicate id, once with an escape', 'ms', own.replace('{', '{\n  "actions.copy.\\u006cabel": "Salin",'), /^ms\.json:3:3 actions\.copy\.label: duplicate id \| delete one of the lines/],
  ['a missing comma', 'ms', own.replace(',', ''), /^ms\.json:2:32 : the file is not valid JSON: comma expected \| add the comma/],
  ['a quotation mark within a text', 'ms', own.replace('Salin', 'Salin "ini"'), /^ms\.json:2:33 : the file is not valid JSON: invalid symbol \| .*within a text as \\"/],
  ['a comma after the last text', 'ms', own.replace('utama"', 'utama",'), /^ms\.json:8:47 : the file is not valid JSON: property name expected \| delete the comma before it/],
  ['typographic quotation marks around a text', 'ms', own.replace('"Salin"', '“Salin”'), /^ms\.json:2:25 : the file is not valid JSON: invalid symbol \| write " before and after each id and text/],
  ['a text that is not closed', 'ms', own.replace('Salin"', 'Salin'), /^ms\.json:2:25 : the file is not valid JSON: unexpected end of string \| .*" before and after it/],
  ['a backslash without meaning', 'ms', own.replace('Salin', 'Salin\\x'), /^ms\.json:2:25 : the file is not valid JSON: invalid escape character \| delete the backslash \(\\\)/],
  ['a second object', 'ms', `${own}}`, /^ms\.json:9:2 : the file is not valid JSON: end of file expected \| compare the line with those around it/],
  ['a file that ends too early', 'ms', own.slice(0, -2), /^ms\.json:8:46 : the file is not valid JSON: close brace expected \| .* a brace is missing/],
  ['a byte order mark', 'ms', `\ufeff${own}`, /^ms\.json:1:1 : the file .* begins with a byte order mark \(U\+FEFF\), an invisible character \| save it as UTF-8 without byte order mark/],
  ['texts in groups', 'ms', written({ actions: { copy: { label: 'Salin' } } }), /^ms\.json:2:14 actions: this is a group of texts in \{ \}, in place of one text \| write each text in a line of its own, with its whole id/],
  ['an underscore in the name of the file', 'vi_VN', own, /^vi_VN\.json:1:1 : the file name is wrong: “vi_VN” is not a language code \| name it after .* with hyphens, such as “vi\.json” or “pt-BR\.json”/],
  ['the code of a country', 'vn', own, /^vn\.json:1:1 : the file name is wrong: “vn” is not a language code \| name it after the language \(BCP 47\), not the country/],
  ['the English name of a language as its own', 'ms', written({ ...malay, 'locale.name': 'Malay' }), /^ms\.json:5:18 locale\.name: “Malay” is the English name of the language; .* \| write its name in the language itself, such as “Melayu”/],
  ['a language without a name', 'ms', written({ ...malay, 'locale.name': undefined }), /locale\.name: the language has no name for the menu/],
  ['a wrong direction', 'ms', written({ ...malay, 'locale.dir': 'rtl' }), /^ms\.json:4:17 locale\.dir: .*"ltr"/],
  ['ids that are not sorted', 'ms', written(Object.fromEntries(Object.entries(malay).reverse())), /the ids are not sorted/],
];

for (const [mistake, code, text, expected] of files) {
  test(`Reports ${mistake}`, () => {
    const found = report({ [code]: text });
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0] ?? '', expected);
  });
}

test('Accepts placeholders in another order, which the language may need', () => {
  const swapped = { ...malay, 'offers.daily.text': 'Setiap {day}, bonus {bonus}' };
  assert.deepEqual(report({ ms: written(swapped) }), []);
});

test('Accepts the scripts of Japanese, and Latin names in any language', () => {
  const japanese = {
    ...chinese,
    'actions.copy.label': 'コピー',
    'locale.name': '日本語',
    'page.home.title': 'ホームへ VIP',
  };
  const found = report({ ja: written(japanese) });
  assert.deepEqual(
    found.filter((line) => line.includes('script')),
    [],
  );
});
