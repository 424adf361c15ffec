/**
 * Renders the Open Graph image of each language from its messages, and records their digests.
 *
 *     node --import tsx tools/share/render.ts
 *
 * Needs Chromium and Debian's fonts-noto-cjk.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from '../browser.ts';
import { shareSize } from '../build/share-pictures.ts';
import { functionNames } from '../function-names.ts';
import { digestOf, type Part, readWords, record, template, type Words } from './words.ts';

/** Larger pictures are not shown by some messengers. */
const maxBytes = 150_000;

const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: shareSize });
  const digests: Record<string, string> = {};
  for (const words of await readWords()) {
    await page.goto(pathToFileURL(resolve(template)).href, { waitUntil: 'load' });
    await page.evaluate(functionNames);
    const error = await page.evaluate(fill, words);
    if (error) throw new Error(`share-${words.code}.jpg: ${error}`);
    const picture = await page.locator('article').screenshot({ type: 'jpeg', quality: 84 });
    if (picture.length > maxBytes) throw new Error(`${words.code}: ${picture.length} bytes`);
    await writeFile(`client/site/pictures/share-${words.code}.jpg`, picture);
    digests[words.code] = await digestOf(words);
    console.log(`share-${words.code}.jpg: ${picture.length} bytes`);
  }
  await writeFile(record, `${JSON.stringify(digests, null, 2)}\n`);
} finally {
  await browser.close();
}

/** Fills in the words, in the browser. Returns which of them have no room; empty if all have. */
function fill({ code, direction, brand, age, headline, offers, terms }: Words) {
  function slot(id: string) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the template has no #${id}`);
    return element;
  }

  function elementOf(tag: string, parts: Part[]) {
    const element = document.createElement(tag);
    for (const { text, isAmount } of parts) {
      const part = document.createElement(isAmount ? 'b' : 'span');
      part.textContent = text;
      element.append(part);
    }
    return element;
  }

  document.documentElement.lang = code;
  slot('brand').textContent = brand;
  // Its box is a circle.
  if (age) slot('age').textContent = age;
  else document.getElementById('age')?.remove();
  slot('terms').textContent = terms;
  slot('headline').append(...headline.map((line) => elementOf('div', line)));
  slot('offers').append(...offers.map((offer) => elementOf('p', offer)));
  for (const id of ['headline', 'offers', 'terms']) slot(id).dir = direction;

  // What follows the number gets smaller until it fits beside it.
  const line = slot('headline');
  const isBelow = () =>
    [...line.querySelectorAll('b + span')].some((after) => {
      const amount = after.previousElementSibling?.getBoundingClientRect() ?? new DOMRect();
      const { left, right } = after.getBoundingClientRect();
      return left < amount.right && right > amount.left;
    });
  for (let size = 60; isBelow() && size >= 36; size -= 2) {
    line.style.setProperty('--after', `${size}px`);
  }
  // A long name gets smaller until it fits on a line; the headline, below the lines of a tall script.
  const name = slot('brand');
  for (let size = 52; name.clientHeight > 60 && size > 26; size -= 2)
    name.style.fontSize = `${size}px`;
  const overflow = () =>
    Math.ceil(slot('terms').getBoundingClientRect().bottom - (innerHeight - 40));
  for (let zoom = 1; overflow() > 0 && zoom > 0.6; zoom -= 0.02) line.style.zoom = `${zoom}`;
  const end = line.getBoundingClientRect().left + 520;
  const wide = [...line.children, ...slot('offers').children].filter((words) =>
    [words, ...words.children].some(
      (it) => it.getBoundingClientRect().right > end || it.scrollWidth > 520,
    ),
  );
  if (wide.length > 0)
    return `too wide: ${wide.map(({ textContent }) => `“${textContent}”`).join(', ')}; shorten their messages`;
  const height = overflow();
  return height > 0 ? `the words are ${height} px too high; shorten their messages` : '';
}
