/** The development server, as someone who makes a mistake in the sources sees it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect as expectSoon } from '@playwright/test';
import { SiteCopy } from '../../../tools/build/testing.ts';
import { type DevServer, startDevServer } from './dev-server.ts';

/** A slow machine takes many seconds to build the site and to check its types. */
const expect = expectSoon.configure({ timeout: 90_000 });

const test = base.extend<object, { dev: DevServer; copy: SiteCopy }>({
  copy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it
    async ({}, use) => {
      const copy = new SiteCopy();
      await use(copy);
      copy.remove();
    },
    { scope: 'worker' },
  ],
  dev: [
    async ({ copy }, use) => {
      const dev = await startDevServer(copy.folder);
      await use(dev);
      await dev.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

// In one worker, and so with one server.
test.describe.configure({ mode: 'default', timeout: 300_000 });

const card = 'client/features/sports-card.tsx';
const hook = '  const { formatMessage } = useIntl();';
const versus = "{formatMessage({ id: 'sports.card.versus' })}";

/** What is replaced in which file by what, and what is shown: a place, and what helps. */
const mistakes = [
  {
    name: 'an error of a component',
    file: card,
    edit: [hook, `${hook}\n  if (formatMessage) throw new Error('not today');`],
    place: /sports-card\.tsx:\d+:\d+/,
    words: ['Error on the server: Error: not today', ' |   if (formatMessage) throw'],
  },
  {
    name: 'the browser on the server',
    file: card,
    edit: [hook, `${hook}\n  if (window.innerWidth < 0) return null;`],
    place: /sports-card\.tsx:\d+:\d+/,
    words: ['window is not defined', 'Hint: The server has no browser.'],
  },
  {
    name: 'a hydration mismatch',
    file: card,
    edit: [versus, "{typeof window === 'undefined' ? 'served' : 'hydrated'}"],
    place: /sports-card\.tsx:\d+:\d+/,
    words: ['Hydration failed', '+                           hydrated', 'Hint: The first render'],
  },
  {
    name: 'an attribute that does not hydrate',
    file: card,
    edit: [
      'className="sports-card-versus"',
      "className={typeof window === 'undefined' ? 'a' : 'b'}",
    ],
    place: /Error in the browser: A tree hydrated/,
    words: ['+                           className="b"', 'Hint: The first render'],
  },
  {
    name: 'the browser in a module on the server',
    file: card,
    edit: ['/** A match', 'export const width = window.innerWidth;\n\n/** A match'],
    place: /sports-card\.tsx:\d+:\d+/,
    words: ['the server bundle cannot be evaluated: ReferenceError: window is not defined'],
  },
  {
    name: 'an error of an effect',
    file: 'client/features/header.tsx',
    edit: [hook, `${hook}\n  useEffect(() => Reflect.get(null as never, 'size'), []);`],
    imports: "import { useEffect } from 'react';\n",
    place: /header\.tsx:\d+:\d+/,
    words: ['Error in the browser: Reflect.get called on non-object'],
  },
  {
    name: 'a message that does not exist',
    file: card,
    edit: ['sports.card.versus', 'sports.card.nothing'],
    place: /sports-card\.tsx:\d+:\d+/,
    words: ['"sports.card.nothing"'],
  },
  {
    name: 'an import of a file that does not exist',
    file: card,
    edit: ["'./sports-card.css'", "'./sport-card.css'"],
    place: /sports-card\.tsx:\d+:\d+/,
    words: ['Could not resolve "./sport-card.css"'],
  },
  {
    name: 'a syntax error',
    file: card,
    edit: ['return (', 'return ('.repeat(2)],
    place: /sports-card\.tsx:\d+:\d+/,
    words: ['Unexpected "return"'],
  },
  {
    name: 'a type error',
    file: card,
    edit: ['to="login"', 'to="logon"'],
    place: /sports-card\.tsx:\d+:\d+/,
    words: [`Type '"logon"' is not assignable`],
  },
  {
    name: 'broken CSS',
    file: 'client/features/sports-card.css',
    edit: ['.sports-card {', '.sports-card {{'],
    place: /sports-card\.css:\d+:\d+/,
    words: ['{'],
  },
  {
    name: 'a broken SVG file',
    file: 'client/site/pictures/team-home.svg',
    edit: ['</svg>', ''],
    place: /team-home\.svg:\d+/,
    words: ['svg'],
  },
];

for (const { name, file, edit, imports = '', place, words } of mistakes) {
  test(`${name} shows with its place until it is corrected`, async ({ page, dev, copy }) => {
    await page.goto(dev.url);
    const path = join(copy.folder, file);
    const before = await readFile(path, 'utf8');
    const [from = '', to = ''] = edit;
    expect(before).toContain(from);
    const printed = dev.terminal().length;

    await writeFile(path, imports + before.replace(from, to));
    const findings = page.locator('pre');
    await expect(findings).toContainText(place);
    for (const text of [place, ...words]) {
      await expect(findings).toContainText(text);
      if (typeof text === 'string') expect(dev.terminal().slice(printed)).toContain(text);
    }

    await writeFile(path, before);
    await expect(findings).toBeHidden();
  });
}

test('an error of a page that an edit has replaced does not show', async ({ page, dev }) => {
  // On each load: the build of an edit before this test may reload the page.
  await page.addInitScript(() =>
    addEventListener('load', () => {
      // A text node: the policy forbids to set the text of a script element.
      const state = document.querySelector('#state')?.firstChild as Text;
      const { data } = state;
      state.data = JSON.stringify({ build: 'before the edit' });
      reportError(new Error('of before the edit'));
      state.data = data;
      reportError(new Error('of after the edit'));
    }),
  );
  await page.goto(dev.url);
  const findings = page.locator('pre');
  await expect(findings).toContainText('of after the edit');
  await expect(findings).not.toContainText('of before the edit');
});
