import { readFileSync } from 'node:fs';
import { block } from './support/block.ts';
import type { Page } from './support/page.ts';
import { expect, test } from './support/test.ts';

/** EasyList, of Debian's package of uBlock Origin. */
const list = process.env.EASYLIST ?? 'target/deploy/easylist.txt';

test('the rules of EasyList for every site hide nothing and block nothing', async ({ home }) => {
  const { page } = home;
  const lines = readFileSync(list, 'utf8').split('\n');
  await home.visit();
  const shown = await shownElements(page);
  expect(shown.length).toBeGreaterThan(100);
  const selectors = lines.filter((line) => line.startsWith('##')).map((line) => line.slice(2));
  expect(selectors.length).toBeGreaterThan(10_000);
  // Each is a rule of its own, since an invalid one would invalidate the others of a list.
  await page.run(block, selectors.map((each) => `${each} { display: none !important }`).join('\n'));
  expect(await page.run(isHidden, 'advert-content')).toBe(true);
  expect(await shownElements(page)).toEqual(shown);

  const patterns = lines.filter((line) => /^[^!@[|#][^#]*$/.test(line)).flatMap(patternOf);
  expect(patterns.some((pattern) => pattern.test(`${page.site}/assets/advert.svg`))).toBe(true);
  const urls = await page.run(() => performance.getEntriesByType('resource').map((it) => it.name));
  expect(urls.length).toBeGreaterThan(0);
  for (const url of urls) expect(patterns.filter((pattern) => pattern.test(url))).toEqual([]);

  await home.closePopup();
});

/** Returns the expression of a network rule that is for every site and for the site's own files. */
function patternOf(rule: string): RegExp[] {
  const [pattern = '', options = ''] = rule.split('$');
  if (/(^|,)(third-party|domain=[^~])/.test(options)) return [];
  const escaped = pattern.replace(/[.+?{}()[\]\\/]|\|(?!$)/g, '\\$&').replaceAll('*', '.*');
  return [new RegExp(escaped.replace(/\|$/, '$').replaceAll('^', '(?:[^\\w.%-]|$)'), 'i')];
}

function shownElements(page: Page): Promise<string[]> {
  return page.run(() =>
    [...document.body.querySelectorAll('*')]
      .filter((it) => it.getClientRects().length > 0)
      .map((it) => `${it.localName}.${it.getAttribute('class')}`),
  );
}

/** Whether an element of a class would be hidden. Runs inside the page. */
function isHidden(name: string): boolean {
  const element = document.createElement('div');
  element.className = name;
  document.body.append(element);
  const { display } = getComputedStyle(element);
  element.remove();
  return display === 'none';
}
