/**
 * The product's specification as data, and its checks of a page. Nothing here comes from the site's
 * sources or its build, which could have the same error.
 */
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';

type Width = 'phone' | 'desktop';

/** Texts by the code of a language, or of `every` language. */
type Texts = { of: string } & Record<string, string[] | string>;

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
  count?: { of: string; is: number };
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
  failure?: { calls: string[]; empty: string[]; working: string[] };
  /** For `tests/http`. */
  response?: unknown;
  call?: unknown;
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
  /** Selectors of the parts of a page that the statements name. */
  places: Record<string, string>;
  statements: Statement[];
}

export const { links, places, statements }: Specification = JSON.parse(
  readFileSync(new URL('../../specification.json', import.meta.url), 'utf8'),
);

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
export interface PageOfStatements {
  url: string;
  language: string;
  width: Width;
  statements: Statement[];
}

/** The pages that statements are about. */
export const pages: PageOfStatements[] = [];

for (const statement of statements) {
  const { expect: expectation, path = '/', width = 'desktop', servedHtmlOnly } = statement;
  const isAboutPage =
    !servedHtmlOnly &&
    !['steps', 'failure', 'response', 'call'].some((kind) => kind in expectation);
  for (const language of isAboutPage ? languagesOf(statement) : []) {
    const url = language === 'en' ? path : `${path}?lang=${language}`;
    const known = pages.find((page) => page.url === url && page.width === width);
    if (known) known.statements.push(statement);
    else pages.push({ url, language, width, statements: [statement] });
  }
}

function languagesOf({ language = 'en', expect: { texts, contains } }: Statement): string[] {
  const expected = texts ?? contains;
  if (!expected) return [language];
  if ('every' in expected) return ['en', 'zh', 'ms'];
  return Object.keys(expected).filter((key) => key !== 'of');
}

interface Element {
  /** Position in the document. */
  position: number;
  text: string;
  attributes: Record<string, string>;
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
    while (nodes.nextNode()) texts.push(nodes.currentNode.textContent ?? '');
    const words = texts.flatMap((text) => text.split(/\s+/)).filter(Boolean);
    return words.join(' ');
  };
  const describe = (element: globalThis.Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return {
      position: all.indexOf(element),
      text: textOf(element),
      attributes: Object.fromEntries([...element.attributes].map((it) => [it.name, it.value])),
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

/** Checks what all statements expect of a page. */
export function checkPage(page: PageOfStatements, snapshot: Snapshot): Promise<void> {
  return checkEach(page.statements, (it) => checkStatement(it.expect, snapshot, page.language));
}

function checkStatement(
  { texts, contains, count, attributes, order, across, visible, cells, ...other }: PageExpectation,
  snapshot: Snapshot,
  language: string,
): void {
  expect(other, 'unknown expectations').toEqual({});
  const elementsOf = (place: string) => snapshot[place] ?? [];
  const textsOf = (place: string) => elementsOf(place).map(({ text }) => text);
  const first = (place: string): Element => {
    const [element] = elementsOf(place);
    if (!element) throw new Error(`no ${place} on the page`);
    return element;
  };

  if (texts) expect(textsOf(texts.of), texts.of).toEqual(texts[language] ?? texts.every);
  for (const text of contains?.[language] ?? contains?.every ?? [])
    expect(textsOf(contains?.of ?? '').join(' '), contains?.of).toContain(text);
  if (count) expect(elementsOf(count.of), count.of).toHaveLength(count.is);
  if (visible) expect(first(visible.of).isVisible, `${visible.of} is visible`).toBe(visible.is);

  if (attributes) {
    const { of, ...values } = attributes;
    expect(first(of)).toBeTruthy();
    for (const [name, value] of Object.entries(values)) {
      const found = elementsOf(of).map((element) => element.attributes[name] ?? null);
      const expected = Array.isArray(value) ? value : found.map(() => value);
      expect(found, `${name} of ${of}`).toEqual(expected.map(withLinks));
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

function withLinks(value: string | null): string | null {
  return value?.replace('{base}', links.base).replace('{blog}', links.blog) ?? null;
}

function pairsOf<Item>(items: Item[]): [Item, Item][] {
  return items.slice(1).map((item, index) => [items[index] as Item, item]);
}
