/** The development server, as someone who makes a mistake in the sources sees it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { hostSite, type SiteCopy } from '../../../tools/build/testing.ts';
import { type DevServer, startDevServer } from './dev-server.ts';

const test = base.extend<object, { dev: DevServer; copy: SiteCopy }>({
  copy: [
    async ({}, use) => {
      const copy = hostSite();
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

const card = 'client/features/ticker/ticker.tsx';
const cardPlace = /ticker\.tsx:\d+:\d+/;
const hook = '  const { formatMessage } = useIntl();';
const text = '{number}</p>';

/** Mistake, file, what is replaced in it by what, and what is shown: a place, and what helps. */
// biome-ignore format: a row a line
const mistakes: [mistake: string, file: string, from: string, to: string, place: RegExp, ...words: string[]][] = [
  ['an error of a component', card, hook, `${hook}\n  if (formatMessage) throw new Error('not today');`, cardPlace, 'Error on the server: Error: not today', ' |   if (formatMessage) throw', 'Components:\n    at Ticker (client/features/ticker/ticker.tsx:'],
  ['the browser on the server', card, hook, `${hook}\n  if (window.innerWidth < 0) return null;`, cardPlace, 'window is not defined', 'Hint: The server has no browser.'],
  ['a hydration mismatch', card, text, "{typeof window === 'undefined' ? 'served' : 'hydrated'}</p>", cardPlace, 'Hydration failed', '+                         hydrated', 'Hint: The first render'],
  ['an attribute that does not hydrate', card, 'className="ticker-number"', "className={typeof window === 'undefined' ? 'a' : 'b'}", /Error in the browser: A tree hydrated/, '+                         className="b"', 'Hint: The first render'],
  ['a block in a paragraph', card, text, '<div>{number}</div></p>', cardPlace, 'Error in the browser: In HTML, <div> cannot be a descendant of <p>.', ' |       <p className="ticker-number"><div>'],
  ['a warning of React on the server', card, 'className="ticker-number"', '{...{ class: "ticker-number" }}', cardPlace, 'Error on the server: Invalid DOM property `class`. Did you mean `className`?'],
  ['a loop that does not end', card, hook, `${hook}\n  for (;;);`, /the page was not rendered within 20000 ms/, 'Hint: A loop that does not end, a promise that nothing settles'],
  ['the browser in a module on the server', card, '/** A number', 'export const width = window.innerWidth;\n\n/** A number', cardPlace, 'the server bundle cannot be evaluated: ReferenceError: window is not defined'],
  ['a rejection that nobody handles', card, '/** A number', "void Promise.reject(new Error('nobody waits'));\n\n/** A number", cardPlace, 'the server bundle cannot be evaluated: Error: nobody waits'],
  ['an error of an effect', 'client/hooks/use-playback.ts', 'const timer =', "Reflect.get(null as never, 'size');\n    const timer =", /use-playback\.ts:\d+:\d+/, 'Error in the browser: Reflect.get called on non-object'],
  ['a request to another origin', card, hook, `${hook}\n  if (typeof window !== 'undefined') window.fetch('https://rates.example/').catch(() => {});`, cardPlace, 'The policy of the site blocked https://rates.example/ (connect-src)', 'Hint: Name an origin'],
  ['a message that does not exist', card, 'ticker.part.next', 'ticker.part.nothing', cardPlace, '"ticker.part.nothing"'],
  ['an import of a file that does not exist', card, "'./ticker.css'", "'./tick.css'", cardPlace, 'Could not resolve "./tick.css"'],
  ['a syntax error', card, 'return (', 'return (return (', cardPlace, 'Unexpected "return"'],
  ['broken CSS', 'client/features/ticker/ticker.css', '.ticker {', '.ticker {{', /ticker\.css:\d+:\d+/, '{'],
  ['a broken SVG file', 'client/site/pictures/icons.svg', '</svg>', '', /icons\.svg:\d+/, 'svg'],
];

for (const [mistake, file, from, to, place, ...words] of mistakes) {
  test(`${mistake} shows with its place until it is corrected`, async ({ page, dev, copy }) => {
    await page.goto(dev.url);
    const path = join(copy.folder, file);
    const before = await readFile(path, 'utf8');
    expect(before).toContain(from);
    const printed = dev.terminal().length;

    await writeFile(path, before.replace(from, to));
    const findings = page.locator('pre');
    await expect(findings).toContainText(place);
    for (const text of words) {
      await expect(findings).toContainText(text);
      expect(dev.terminal().slice(printed)).toContain(text);
    }

    await writeFile(path, before);
    await expect(findings).toBeHidden();
  });
}

test('what a component prints shows in the terminal with its place', async ({
  page,
  dev,
  copy,
}) => {
  const path = join(copy.folder, card);
  const before = await readFile(path, 'utf8');
  const print = "console.log('%s of', 'props', { amounts: [1, 2] });";
  await writeFile(path, before.replace(hook, `${hook}\n  ${print}`));
  await expect
    .poll(() => dev.terminal())
    .toMatch(
      /^props of \{ amounts: \[ 1, 2 \] \} \(client\/features\/ticker\/ticker\.tsx:\d+:\d+\)$/m,
    );
  await expect(page.locator('pre')).toBeHidden();
  await writeFile(path, before);
});

test('an error of a page shows until it is closed, and none of a page that an edit has replaced', async ({
  page,
  dev,
}) => {
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
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await expect(findings).toHaveCSS('direction', 'ltr');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(findings).toBeHidden();
});
