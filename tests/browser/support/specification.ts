/**
 * The product's specification as data, and its checks of a page. Nothing here comes from the site's
 * sources or its build, which could have the same error.
 */
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';

export const widths = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
};

export type Width = keyof typeof widths;

const languages = ['en', 'zh', 'ms'];

/** Texts by the code of a language, or of `every` language: those of elements, or of an attribute. */
type Texts = { of: string; attribute?: string } & Record<string, string[] | string>;

/** What texts say in every language, whatever their words. */
interface Words {
  of: string;
  attribute?: string;
  /** The facts of each text: literal, or a name of `terms`. */
  say?: string[][];
  /** What each text stands for: it says no term of another one, or of `others`. */
  labels?: string[];
  others?: string[];
  /** Number of texts, if neither facts nor labels tell it. */
  count?: number;
  /** Whether other texts stand around. */
  within?: boolean;
}

interface Cells {
  of: string;
  count: number;
  among?: string[];
  /** Each `#` is a digit. */
  like?: string;
  prefix?: string;
  decimals?: number;
  from?: number;
  to?: number;
}

interface PageExpectation {
  texts?: Texts;
  contains?: Texts;
  words?: Words;
  count?: { of: string; is: number };
  /** Names of files, and of icons within one, of all elements. */
  pictures?: { of: string; are: string[] };
  /** A value of all elements, or a list with one for each. */
  attributes?: { of: string } & Record<string, string | null | (string | null)[]>;
  /** Places, one after or below the other. */
  order?: string[];
  /** Places side by side. */
  across?: string[];
  visible?: { of: string; is: boolean };
  cells?: Cells;
}

interface Expectation extends PageExpectation {
  /** What a visitor does and sees: each step is a verb with its object. */
  steps?: Record<string, unknown>[];
  failure?: {
    path?: string;
    calls: string[];
    empty: string[];
    working: string[];
    asked?: string[];
  };
  /** A status, and headers by name. */
  response?: { path: string; acceptLanguage?: string; status: number } & Record<string, unknown>;
  /** A request to the content service. */
  call?: { path: string; 'fields[0]': string };
}

interface Statement {
  id: string;
  section: string;
  statement: string;
  path?: string;
  language?: string;
  width?: Width;
  servedHtmlOnly?: boolean;
  expect: Expectation;
}

interface Specification {
  links: { base: string; blog: string };
  /** What a text in a language does not have, as a regular expression. */
  foreign: Record<string, string>;
  /** Names that are the same in every language. */
  names: string[];
  /** The words of a meaning by language, as regular expressions. */
  terms: Record<string, Record<string, string>>;
  /** Selectors of the parts of a page that the statements name. */
  places: Record<string, string>;
  statements: Statement[];
}

const specification: Specification = JSON.parse(
  readFileSync(new URL('../../specification.json', import.meta.url), 'utf8'),
);
const { foreign, names, terms } = specification;

export const { links, places, statements } = specification;

/** Checks each statement. Fails with the names of all that are wrong. */
export async function checkEach(
  all: Statement[],
  check: (statement: Statement) => unknown,
): Promise<void> {
  const failures: string[] = [];
  for (const statement of all) {
    try {
      await check(statement);
    } catch (error) {
      const { id, section, statement: text } = statement;
      failures.push(`${id} (section ${section}): ${text}\n${error}`);
    }
  }
  expect(failures.join('\n\n')).toBe('');
}

/** A page that statements are about. */
interface PageOfStatements {
  url: string;
  language: string;
  width: Width;
  statements: Statement[];
}

const aboutPages = statements.filter(
  ({ expect: expectation }) =>
    !['steps', 'failure', 'response', 'call'].some((kind) => kind in expectation),
);

/** Returns what statements say of a page. */
export function pageOf(path: string, language: string, width: Width): PageOfStatements {
  const url = language === 'en' ? path : `${path}?lang=${language}`;
  const about = aboutPages.filter(
    (statement) =>
      (statement.path ?? '/') === path &&
      (statement.language ?? language) === language &&
      (statement.width ?? width) === width,
  );
  return { url, language, width, statements: about };
}

/** The pages that statements are about, in each language and at each width. */
export const pages = ['/', '/no-such-page'].flatMap((path) =>
  languages.flatMap((language) =>
    (Object.keys(widths) as Width[]).map((width) => pageOf(path, language, width)),
  ),
);

interface Element {
  /** Position in the document. */
  position: number;
  text: string;
  attributes: Record<string, string>;
  /** Name of its file, or of its icon, if it is a picture. */
  picture: string;
  box: { left: number; top: number; right: number; bottom: number };
  isVisible: boolean;
}

/** The elements of each place. */
export type Snapshot = Record<string, Element[]>;

/** Returns the elements of each place of the document. Runs inside the page. */
export function takeSnapshot(selectors: Record<string, string>): Snapshot {
  const all = [...document.querySelectorAll('*')];
  const textOf = (element: globalThis.Element) => {
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    // Word joiners are for lines alone.
    while (nodes.nextNode())
      texts.push((nodes.currentNode.textContent ?? '').replaceAll('\u2060', ''));
    const words = texts.flatMap((text) => text.split(/\s+/)).filter(Boolean);
    return words.join(' ');
  };
  const describe = (element: globalThis.Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return {
      position: all.indexOf(element),
      text: textOf(element),
      attributes: Object.fromEntries([...element.attributes].map((it) => [it.name, it.value])),
      picture: (
        element.firstElementChild?.getAttribute('href') ??
        element.getAttribute('src') ??
        ''
      )
        .replace(/.*[/#]/, '')
        .replace(/-\w+\.\w+$/, ''),
      box: { left, top, right, bottom },
      isVisible: right > left && bottom > top,
    };
  };
  return Object.fromEntries(
    Object.entries(selectors).map(([place, selector]) => [
      place,
      [...document.querySelectorAll(selector)].map(describe),
    ]),
  );
}

/** Checks what all statements expect of a page, as it was served or later. */
export function checkPage(
  page: PageOfStatements,
  snapshot: Snapshot,
  isServed = false,
): Promise<void> {
  const home = page.url.replace(/.*(?=\?)|.+/, '/');
  const about = page.statements.filter(({ servedHtmlOnly }) => isServed || !servedHtmlOnly);
  return checkEach(about, (it) => checkStatement(it.expect, snapshot, page.language, home));
}

function checkStatement(
  {
    texts,
    contains,
    words,
    count,
    pictures,
    attributes,
    order,
    across,
    visible,
    cells,
    ...other
  }: PageExpectation,
  snapshot: Snapshot,
  language: string,
  home: string,
): void {
  expect(other, 'unknown expectations').toEqual({});
  const elementsOf = (place: string) => snapshot[place] ?? [];
  const textsOf = (place: string) => elementsOf(place).map(({ text }) => text);
  const first = (place: string): Element => {
    const [element] = elementsOf(place);
    if (!element) throw new Error(`no ${place} on the page`);
    return element;
  };

  const said = ({ of, attribute }: { of: string; attribute?: string }) =>
    elementsOf(of).map((it) =>
      attribute ? (it.attributes[attribute] ?? '').replaceAll('\u00a0', ' ') : it.text,
    );
  const literal = texts?.[language] ?? texts?.every;
  if (texts && literal) expect(said(texts), texts.of).toEqual(literal);
  if (words) expect(errorsOf(words, said(words), language), words.of).toEqual([]);
  for (const text of contains?.[language] ?? contains?.every ?? [])
    expect(textsOf(contains?.of ?? '').join(' '), contains?.of).toContain(text);
  if (count) expect(elementsOf(count.of), count.of).toHaveLength(count.is);
  if (pictures) expect(elementsOf(pictures.of).map((it) => it.picture)).toEqual(pictures.are);
  if (visible) expect(first(visible.of).isVisible, `${visible.of} is visible`).toBe(visible.is);

  if (attributes) {
    const { of, ...values } = attributes;
    expect(first(of)).toBeTruthy();
    for (const [name, value] of Object.entries(values)) {
      const found = elementsOf(of).map((element) => element.attributes[name] ?? null);
      const expected = Array.isArray(value) ? value : found.map(() => value);
      expect(found, `${name} of ${of}`).toEqual(expected.map((it) => withLinks(it, home)));
    }
  }

  for (const [place, next] of pairsOf(order ?? [])) {
    const [a, b] = [first(place), first(next)];
    expect(b.position, `${next} after ${place}`).toBeGreaterThan(a.position);
    const isSeenBefore = a.box.bottom <= b.box.top + 1 || a.box.right <= b.box.left + 1;
    // Fixed and hidden elements have no place in the flow.
    const isInFlow = ![place, next].some((each) => outOfFlow.includes(each));
    if (isInFlow && a.isVisible && b.isVisible)
      expect(isSeenBefore, `${next} is seen after ${place}`).toBe(true);
  }
  for (const [place, next] of pairsOf(across ?? []))
    expect(first(place).box.right, `${place} beside ${next}`).toBeLessThan(first(next).box.left);

  if (cells) {
    const found = textsOf(cells.of);
    expect(found, cells.of).toHaveLength(cells.count);
    for (const text of found) expect(isCell(text, cells), `${text} in ${cells.of}`).toBe(true);
  }
}

/** Returns what is wrong with texts, if anything is. */
function errorsOf(
  { say, labels = [], others = [], count = say?.length ?? labels.length, within }: Words,
  found: string[],
  language: string,
): string[] {
  if (found.length !== count) return [`${found.length} texts, not ${count}`];
  const says = (text: string, fact: string) => {
    const words = terms[fact]?.[language];
    return words ? new RegExp(words, 'iu').test(text) : text.includes(fact);
  };
  return found.flatMap((text, index) => {
    const facts = say?.[index] ?? [];
    const label = labels[index];
    const isOwn = label !== undefined && says(text, label);
    const rest = [...facts, ...names]
      .toSorted((a, b) => b.length - a.length)
      .reduce((left, fact) => left.replaceAll(fact, ' '), text);
    const [number] = /\d[\d.,]*/.exec(rest) ?? [];
    const [word] = new RegExp(foreign[language] ?? '^$', 'iu').exec(rest) ?? [];
    return [
      ...(text === '' ? ['nothing is said'] : []),
      ...facts.filter((fact) => !says(text, fact)).map((fact) => `“${text}” does not say ${fact}`),
      ...[...labels, ...others]
        .filter((other) => other !== label && !isOwn && says(text, other))
        .map((other) => `“${text}” is for ${other}, not ${label}`),
      ...(number && !within ? [`“${text}” says ${number}`] : []),
      ...(word ? [`“${text}” has ${word}, which is not ${language}`] : []),
    ];
  });
}

/** Places over the page or around it. */
const outOfFlow = ['header', 'main', 'footer', 'footer banner', 'footer navigation', 'advert'];

function isCell(text: string, { among, like, prefix = '', decimals, from, to }: Cells): boolean {
  if (among) return among.includes(text);
  if (like)
    return (
      text.length === like.length &&
      [...text].every((c, index) => (like[index] === '#' ? /\d/.test(c) : like[index] === c))
    );
  const amount = text.slice(prefix.length);
  return (
    text.startsWith(prefix) &&
    new RegExp(`^\\d+\\.\\d{${decimals}}$`).test(amount) &&
    Number(amount) >= (from ?? Number.NaN) &&
    Number(amount) <= (to ?? Number.NaN)
  );
}

function withLinks(value: string | null, home: string): string | null {
  const values = { '{base}': links.base, '{blog}': links.blog, '{home}': home };
  return value?.replace(/\{\w+\}/, (name) => values[name as keyof typeof values]) ?? null;
}

function pairsOf<Item>(items: Item[]): [Item, Item][] {
  return items.slice(1).map((item, index) => [items[index] as Item, item]);
}
