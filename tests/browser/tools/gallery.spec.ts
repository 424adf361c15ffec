/** The gallery of the messages that differ from a git revision. */
import { type ExecFileException, execFile, execFileSync } from 'node:child_process';
import { access, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { binary } from '../../../tools/binary.ts';
import { siteFolder } from '../../support/marquee.ts';
import { languages, messageFormatter, third } from '../support/languages.ts';
import { expect, test } from '../support/test.ts';

let folder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gallery-'));
  await cp(join(siteFolder, 'locales'), join(folder, 'locales'), { recursive: true });
});

test.afterEach(() => rm(folder, { recursive: true }));

/** Commits the locale files of the folder. */
function commit() {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init');
  git('add', '.');
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  git(...author, '-c', 'commit.gpgsign=false', 'commit', '--message=Texts');
}

/** Runs the gallery with a base from that repository. */
function gallery(base: string) {
  const args = ['--import', 'tsx', 'tools/gallery/gallery.ts', `--base=${base}`];
  const env = { ...process.env, MARQUEE: binary, GIT_DIR: join(folder, '.git') };
  return new Promise<{ error: ExecFileException | null; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [...args, `--out=${join(folder, 'gallery')}`],
      { cwd: siteFolder, env },
      (error, stdout, stderr) => resolve({ error, output: stdout + stderr }),
    );
  });
}

async function change(language: string, edit: (messages: Record<string, string>) => void) {
  const file = join(folder, 'locales', `${language}.json`);
  const messages = JSON.parse(await readFile(file, 'utf8'));
  edit(messages);
  await writeFile(file, JSON.stringify(messages));
}

test('the gallery of a base has the changed, new and removed messages alone, before and after', async ({
  page,
}) => {
  test.slow();
  for (const { code } of languages) {
    await change(code, (messages) => {
      delete messages['home.join.action'];
      messages['former.page.title'] = `Former text in ${code}`;
    });
  }
  const login = messageFormatter(third.code)('home.login.action');
  await change(third.code, (messages) => {
    messages['home.login.action'] = `${login} before`;
  });
  commit();
  expect(await gallery('HEAD')).toMatchObject({ error: null });

  await page.goto(pathToFileURL(join(folder, 'gallery/index.html')).href);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'former.page.title',
    'home.join.action',
    'home.login.action',
  ]);
  const textsOf = (id: string) => page.locator(`[id="${id}"] .text`);
  await expect(textsOf('home.login.action')).toHaveText([
    `${third.code} before ${login} before`,
    `${third.code} after ${login}`,
  ]);
  await expect(textsOf('home.join.action')).toHaveText(
    languages.map(({ code }) => `${code} after ${messageFormatter(code)('home.join.action')}`),
  );
  await expect(textsOf('former.page.title')).toHaveText(
    languages.map(({ code }) => `${code} before Former text in ${code}`),
  );

  // On a phone and a desktop. The picture is as wide as the text in it, with its surroundings.
  const entry = page.locator('[id="home.login.action"]');
  await expect(entry.locator('figcaption')).toHaveText(
    Array.from({ length: 4 }, () => /^(390|1440) px, on the home page$/),
  );
  const widthsOf = (version: string) =>
    entry
      .locator('.columns > div', { hasText: `${third.code} ${version}` })
      .locator('figure', { hasText: '1440 px' })
      .locator('img')
      .evaluateAll((pictures: HTMLImageElement[]) =>
        Promise.all(pictures.map((it) => it.decode().then(() => it.naturalWidth))),
      );
  const [[before = 0], [after = 0]] = [await widthsOf('before'), await widthsOf('after')];
  expect(before).toBeGreaterThan(after);
  expect(after).toBeGreaterThan(0);
  for (const link of await entry.locator('figure a').all()) {
    await access(join(folder, 'gallery', (await link.getAttribute('href')) ?? ''));
  }
});

test('without a changed text, no gallery is written', async () => {
  commit();
  expect(await gallery('HEAD')).toEqual({ error: null, output: 'no text differs from HEAD\n' });
  await expect(access(join(folder, 'gallery'))).rejects.toThrow('ENOENT');
});

test('a base that does not exist is reported', async () => {
  commit();
  const { error, output } = await gallery('nowhere');
  expect(error?.code).toBe(1);
  expect(output).toContain('BASE=nowhere cannot be read');
  expect(output).toContain('Not a valid object name nowhere');
});
