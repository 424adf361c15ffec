/** The development server, as someone who edits a translation sees it. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { siteFolder } from '../../support/marquee.ts';
import { HomePage } from '../support/home-page.ts';
import { messageFormatter, second, third } from '../support/languages.ts';
import { type DevServer, startDevServer } from './dev-server.ts';

interface TranslatorsServer extends DevServer {
  /** Changes the text of a message in a locale file. */
  edit: (code: string, id: string, text: string) => Promise<void>;
  /** Folder of the built site. */
  out: string;
  /** Returns what the editor has opened. */
  opened: () => Promise<string>;
}

const test = base.extend<object, { dev: TranslatorsServer }>({
  dev: [
    async ({}, use) => {
      const dev = await startWithLocales();
      await use(dev);
      await dev.stop();
    },
    { scope: 'worker' },
  ],
});

// In one worker, and so with one server.
test.describe.configure({ mode: 'default', timeout: 300_000 });

test('an edited message shows in the open page', async ({ page, dev }) => {
  await new HomePage(page, messageFormatter('en')).visit(dev.url);
  await dev.edit('en', 'footer.home.label', 'Start');
  await expect(page.getByRole('link', { name: 'Start', exact: true })).toBeVisible();
});

test('an error in a language shows with its line, and other languages go on being built', async ({
  page,
  dev,
}) => {
  test.skip(second === third, 'the site has fewer than three languages');
  const home = 'footer.home.label';
  const inSecond = messageFormatter(second.code);
  const [before, after] = [inSecond(home), inSecond('header.language.label')];
  const changed = messageFormatter(third.code)('header.language.label');
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await page.goto(`${dev.url}?lang=${third.code}`);
  await dev.edit(second.code, home, '{home');
  const findings = page.locator('pre');
  await expect(findings).toContainText(new RegExp(`${second.code}\\.json:\\d+:\\d+ ${home}`));
  await expect(findings).toContainText('Fix:');

  await dev.edit(third.code, home, changed);
  await expect(link(changed)).toBeVisible();
  await expect(findings).toContainText(`${second.code}.json`);
  await page.goto(`${dev.url}?lang=${second.code}`);
  await expect(link(before)).toBeVisible();

  await dev.edit(second.code, home, after);
  await expect(link(after)).toBeVisible();
  await expect(findings).toBeHidden();
});

test('a click with Alt on a text opens its line in the file of the language', async ({
  page,
  dev,
}) => {
  const file = await readFile(join(siteFolder, `locales/${third.code}.json`), 'utf8');
  const placeOf = (id: string) => {
    const lines = file.split('\n');
    const line = lines.findIndex((it) => it.includes(`"${id}"`));
    return `${third.code}.json ${line + 1} ${Number(lines[line]?.indexOf('": "')) + 4}`;
  };
  const message = messageFormatter(third.code);
  await new HomePage(page, message).enter(`${dev.url}?lang=${third.code}`);
  const alt = { modifiers: ['Alt' as const] };
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: message('footer.join.label'), exact: true }).click(alt);
  await expect.poll(dev.opened).toBe(`${placeOf('footer.join.label')}\n`);
  // Around a link in the text.
  await page
    .getByText(message('home.links.blog').slice(0, 4))
    .first()
    .click({ ...alt, position: { x: 2, y: 2 } });
  await expect.poll(dev.opened).toContain(placeOf('home.links.blog'));
  expect(page.url()).toBe(`${dev.url}?lang=${third.code}`);
});

test('a second server takes a port of its own, and none is left behind', async ({
  dev,
  request,
}) => {
  const second = await startWithLocales();
  expect(second.url).not.toBe(dev.url);
  expect(await serversOf(second.out)).toHaveLength(1);
  await expect(await request.get(second.url)).toBeOK();
  await second.stop();
  await expect.poll(() => serversOf(second.out)).toEqual([]);
});

/** Starts a development server with a copy of the locales. */
async function startWithLocales(): Promise<TranslatorsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-dev-'));
  const [locales, out] = [join(folder, 'locales'), join(folder, 'dist')];
  await cp(join(siteFolder, 'locales'), locales, { recursive: true });
  const editor = join(folder, 'editor');
  await writeFile(editor, `#!/bin/sh\necho "$@" >> ${editor}.log\n`, { mode: 0o755 });
  const server = await startDevServer(siteFolder, [`--locales=${locales}`, `--out=${out}`], {
    LAUNCH_EDITOR: editor,
  });
  return {
    ...server,
    out,
    opened: async () =>
      (await readFile(`${editor}.log`, 'utf8').catch(() => '')).replaceAll(`${locales}/`, ''),
    async edit(code, id, text) {
      const file = join(locales, `${code}.json`);
      const messages = JSON.parse(await readFile(file, 'utf8'));
      await writeFile(file, JSON.stringify({ ...messages, [id]: text }, null, 2));
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns the ids of the processes that serve a folder. */
async function serversOf(out: string): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(
    processes.map((id) => readFile(`/proc/${id}/environ`, 'utf8').catch(() => '')),
  );
  return processes.filter((_id, index) => environments[index]?.includes(`DIST_DIR=${out}\0`));
}
