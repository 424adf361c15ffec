/** The commands of translators, on a folder of three languages. */
import assert from 'node:assert/strict';
import childProcess from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { runCommand } from './testing.ts';

const execFile = promisify(childProcess.execFile);

type File = Record<string, unknown>;

const english = {
  'header.language.label': 'Log in',
  'layout.skip.content': 'Promo',
  'locale.dir': 'ltr',
  'locale.name': 'English',
};
const malay = {
  'header.language.label': 'Log masuk',
  'layout.skip.content': 'Promo',
  'locale.dir': 'ltr',
  'locale.name': 'Bahasa Melayu',
};
const chinese = {
  'header.language.label': '登录',
  'layout.skip.content': '优惠',
  'locale.dir': 'ltr',
  'locale.name': '中文',
};
const descriptions = Object.fromEntries(
  Object.keys(english).map((id) => [id, { description: `The text of ${id}` }]),
);
const sameAsEnglish = { 'layout.skip.content': '“promo” is a Malay word' };

/** The files of a site whose translations are up to date, as the commands leave them. */
const upToDate: Record<string, File | undefined> = {
  'en.json': english,
  'ms.json': malay,
  'zh.json': chinese,
  'context/en.json': descriptions,
  'context/ms.json': {
    sameAsEnglish,
    translatedFrom: { 'header.language.label': 'Log in', 'layout.skip.content': 'Promo' },
  },
};

/** A folder of locales, and the commands that work on it. */
class Locales {
  constructor(readonly folder: string) {}

  async #run(...args: string[]) {
    const { status, output } = await runCommand(`--locales=${this.folder}`, ...args);
    return { status, output: output.replaceAll(`${this.folder}/`, '') };
  }

  check(...options: string[]) {
    return this.#run('check', ...options);
  }

  confirm(...names: string[]) {
    return this.#run('confirm', ...names);
  }

  async read(file: string): Promise<File> {
    return JSON.parse(await readFile(join(this.folder, file), 'utf8'));
  }
}

/** Calls `use` with a folder of locales, in which some files differ from those above. */
async function withLocales(
  changed: Record<string, File | undefined>,
  use: (locales: Locales) => void | Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'locales-'));
  try {
    await mkdir(join(folder, 'context'));
    for (const [file, content] of Object.entries({ ...upToDate, ...changed })) {
      if (content) await writeFile(join(folder, file), JSON.stringify(content, null, 2));
    }
    await use(new Locales(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('Reports the coverage of each language in a line', async () => {
  const missing = { ...malay, 'header.language.label': '' };
  await withLocales({ 'ms.json': missing }, async (locales) => {
    const { status, output } = await locales.check();
    assert.match(
      output,
      /^ms: 0 reviewed, 0 not reviewed, 1 missing, 1 the same as English on purpose$/m,
    );
    assert.match(output, /^zh: 0 reviewed, 2 not reviewed, 0 missing, 0 the same/m);
    assert.match(output, /^1 error and 1 warning in 4 messages in en, ms, zh$/m);
    assert.equal(status, 1);
  });
});

test('Reports place, reason, description and fix of a mistake', async () => {
  const broken = { ...malay, 'header.language.label': 'Log masuk ' };
  await withLocales({ 'ms.json': broken }, async (locales) => {
    const lines = [
      'ms.json:2:28 header.language.label',
      '  trailing whitespace: “Log masuk ”',
      '  About the text: The text of header.language.label',
      '  Fix: delete it.',
    ];
    assert.ok((await locales.check()).output.startsWith(lines.join('\n')));
  });
});

test('Reports one language alone', async () => {
  const broken = { 'ms.json': { ...malay, 'header.language.label': ' Log masuk' } };
  await withLocales(broken, async (locales) => {
    const { status, output } = await locales.check('zh');
    assert.doesNotMatch(output, /^ms/m);
    assert.match(output, /^zh: 0 reviewed, 2 not reviewed/m);
    assert.match(output, /^0 errors and 1 warning in 4 messages in zh$/m);
    assert.equal(status, 0);
    const unknown = await locales.check('vi');
    assert.equal(unknown.output, 'There is no language "vi"; there are en, ms, zh.\n');
    assert.equal(unknown.status, 1);
  });
});

test('Confirming writes a file of another tool as files of languages are', async () => {
  const other = {
    'locale.name': 'Melayu\u202f!',
    'header.language.label': 'Caf\u0065\u0301\u00a0masuk',
  };
  await withLocales({ 'ms.json': other }, async (locales) => {
    await locales.confirm('ms');
    assert.equal(
      await readFile(join(locales.folder, 'ms.json'), 'utf8'),
      '{\n  "header.language.label": "Café\\u00a0masuk",\n  "locale.name": "Melayu\\u202f!"\n}\n',
    );
  });
  const incomplete = { ...malay, 'header.language.label': '' };
  await withLocales({ 'ms.json': incomplete }, async (locales) => {
    await locales.confirm('ms');
    assert.deepEqual(await locales.read('ms.json'), incomplete);
  });
});

const changedEnglish = { 'en.json': { ...english, 'header.language.label': 'Sign in' } };

test('Translations of English that has changed are not reviewed until they are confirmed', async () => {
  await withLocales(changedEnglish, async (locales) => {
    const before = await locales.check();
    assert.match(
      before.output,
      /^ms\.json:2:28 header\.language\.label\n {2}Warning: the translation is not reviewed: the English has changed\n {2}Old English: “Log in”\n {2}New English: “Sign in”\n {2}Translation: “Log masuk”\n(?:.*\n) {2}Fix: .* then run “make locales-confirm LANG=ms ID=header\.language\.label”\.$/m,
    );
    assert.match(before.output, /^ms: 0 reviewed, 1 not reviewed/m);
    assert.equal(before.status, 0);

    assert.equal(
      (await locales.confirm('ms', 'header.language.label')).output,
      'context/ms.json: recorded the English of header.language.label\n',
    );
    assert.deepEqual(await locales.read('context/ms.json'), {
      sameAsEnglish,
      translatedFrom: { 'header.language.label': 'Sign in', 'layout.skip.content': 'Promo' },
    });
    assert.match((await locales.check()).output, /^ms: 1 reviewed, 0 not reviewed/m);
  });
});

test('A release fails on translations that nobody has read beside the English of today', async () => {
  const named = { 'context/zh.json': { translatedFrom: { 'header.language.label': 'Log in' } } };
  await withLocales({ ...changedEnglish, ...named }, async (locales) => {
    const { status, output } = await locales.check('--release');
    assert.match(
      output,
      /^ms\.json:2:\d+ header\.language\.label\n {2}the translation is not reviewed/m,
    );
    assert.match(
      output,
      /^zh\.json:1:1 \n {2}translations that nobody has confirmed: layout\.skip\.content\n {2}Fix: read them beside the English, then run “make locales-confirm LANG=zh ID=…”, or without an id for all\.$/m,
    );
    assert.match(output, /^3 errors and 0 warnings/m);
    assert.equal(status, 1);
  });
  const { 'locale.name': name, ...texts } = chinese;
  const draft = { 'zh.json': { ...texts, 'locale.draft': 'true', 'locale.name': name } };
  await withLocales(draft, async (locales) => {
    assert.equal((await locales.check('--release')).status, 0);
  });
});

test('A language needs no context file, and gets one when it is confirmed', async () => {
  await withLocales({}, async (locales) => {
    assert.match((await locales.check()).output, /^zh: 0 reviewed, 2 not reviewed/m);
    assert.equal((await locales.confirm('zh')).status, 0);
    assert.deepEqual(await locales.read('context/zh.json'), {
      sameAsEnglish: {},
      translatedFrom: { 'header.language.label': 'Log in', 'layout.skip.content': 'Promo' },
    });
    assert.match((await locales.check('--release')).output, /^zh: 2 reviewed, 0 not reviewed/m);
  });
});

test('Rejects the confirmation of what is no translation', async () => {
  await withLocales({ 'ms.json': { ...malay, 'layout.skip.content': '' } }, async (locales) => {
    for (const [names, reason] of [
      [
        [],
        'name the language of the translations: make locales-confirm LANG=ms or make locales-confirm LANG=zh',
      ],
      [
        ['en'],
        'name the language of the translations: make locales-confirm LANG=ms or make locales-confirm LANG=zh',
      ],
      [['ms', 'header.lang'], 'ms.json has no translation of "header.lang"'],
      [['ms', 'layout.skip.content'], 'ms.json has no translation of "layout.skip.content"'],
    ] as const) {
      const { status, output } = await locales.confirm(...names);
      assert.equal(output, `${reason}\n`);
      assert.equal(status, 1);
    }
  });
});

test('A confirmation loses nothing of a context file that has a mistake', async () => {
  const misspelt = { sameAsEnglsih: sameAsEnglish };
  await withLocales({ 'context/ms.json': misspelt }, async (locales) => {
    const reported = (await locales.check('ms')).output;
    assert.match(reported, /^context\/ms\.json:2:3 sameAsEnglsih\n {2}the file has more than/m);
    const { status, output } = await locales.confirm('ms');
    assert.equal(output, 'fix first what “make locales LANG=ms” reports about the files\n');
    assert.equal(status, 1);
    assert.deepEqual(await locales.read('context/ms.json'), misspelt);
  });
});

test('The package of npm works in a project with two languages and without a configuration', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'project-'));
  try {
    const pack = ['pack', '--silent', `--pack-destination=${folder}`];
    const { stdout } = await execFile('npm', pack, { cwd: 'tools/messages' });
    await execFile('tar', ['--extract', `--file=${stdout.trim().split('\n').at(-1)}`], {
      cwd: folder,
    });
    // What npm would install.
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    await mkdir(join(folder, 'locales'));
    const texts = {
      en: { 'cart.items': '{count, plural, one {# item} other {# items}}', 'cart.title': 'Cart' },
      de: { 'cart.items': '{count, plural, other {# Artikel}}', 'cart.title': 'Warenkorb' },
    };
    for (const [code, messages] of Object.entries(texts)) {
      await writeFile(join(folder, `locales/${code}.json`), JSON.stringify(messages, null, 2));
    }
    const check = execFile(process.execPath, ['package/dist/cli.js', 'check'], { cwd: folder });
    const { code, stdout: output } = await check.catch((error) => error);
    assert.match(
      output,
      /^locales\/de\.json:2:17 cart\.items\n {2}\{count, plural, …\} lacks the form "one"/m,
    );
    assert.match(output, /run “npx messages confirm de …”/);
    assert.match(output, /^1 error and 1 warning in 2 messages in de, en$/m);
    assert.equal(code, 1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
