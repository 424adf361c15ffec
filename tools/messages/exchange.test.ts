/** The exchange with translation tools, on a copy of the site's languages and of three more. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { test } from 'vitest';
import { formatMessages } from './exchange.ts';
import { runCommand } from './testing.ts';

const arabic = {
  'account.login.label': 'تسجيل الدخول',
  'announcement.bar.pause': 'أوقف \u2067الإعلان\u2069',
  'content.blog.visit': 'المزيد؟ <link>زر المدونة</link>.',
  'locale.dir': 'rtl',
  'locale.draft': 'true',
  'locale.name': 'العربية',
  'sports.start.time': '{day}/{month}/{year}\u00a0{time}',
};
const vietnamese = {
  'account.login.label': 'Đăng nhập',
  'welcome.popup.title': 'Thưởng {newMemberBonus} & "quà" cho hội\u00a0viên',
  'notFound.page.text': 'Thưởng theo doanh thu.\u200b Có điều kiện.',
  'locale.dir': 'ltr',
  'locale.draft': 'true',
  'locale.name': 'Tiếng Việt',
  'offers.welcome.text': "'Miễn phí' {freeBonus}: a < b > c",
};

const chinese = {
  'account.login.label': '登入',
  'locale.dir': 'ltr',
  'locale.draft': 'true',
  'locale.name': '繁體中文',
};
const languages = { ar: arabic, vi: vietnamese, 'zh-TW': chinese };

class Exchange {
  constructor(readonly folder: string) {}

  async #run(...args: string[]) {
    const { status, output } = await runCommand(`--locales=${this.folder}/locales`, ...args);
    return { status, output: output.replaceAll(`${this.folder}/`, '') };
  }

  async export() {
    const { status, output } = await this.#run(`--out=${this.folder}/xliff`, 'export');
    assert.equal(status, 0, output);
  }

  import(...codes: string[]) {
    const files = codes.map((code) => `${this.folder}/xliff/${code}.xlf`);
    return this.#run('import', ...files);
  }

  async confirm(code: string) {
    assert.equal((await this.#run('confirm', code)).status, 0);
  }

  async check(code: string) {
    return (await this.#run('check', code)).output;
  }

  read(path: string) {
    return readFile(join(this.folder, path), 'utf8');
  }

  /** Replaces a text in a file. */
  async edit(path: string, before: string, after: string) {
    const text = await this.read(path);
    assert.ok(text.includes(before), `${path} has no ${before}`);
    await writeFile(join(this.folder, path), text.replace(before, after));
  }

  /** Returns every file of the languages with its contents. */
  async files() {
    const names = await readdir(join(this.folder, 'locales'), { recursive: true });
    const paths = names.filter((name) => name.endsWith('.json')).sort();
    return Promise.all(paths.map(async (path) => [path, await this.read(`locales/${path}`)]));
  }
}

async function exchanged(run: (exchange: Exchange) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'exchange-'));
  try {
    await cp('locales', join(folder, 'locales'), { recursive: true });
    for (const [code, messages] of Object.entries(languages)) {
      await writeFile(join(folder, `locales/${code}.json`), formatMessages(messages));
    }
    const exchange = new Exchange(folder);
    for (const code of Object.keys(languages)) await exchange.confirm(code);
    await exchange.export();
    await run(exchange);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('An export that is imported changes no byte in any language', () =>
  exchanged(async (exchange) => {
    const before = await exchange.files();
    const exported = (await readdir(join(exchange.folder, 'xliff'))).map(
      (name) => parse(name).name,
    );
    assert.ok(Object.keys(languages).every((code) => exported.includes(code)));
    const { status, output } = await exchange.import(...exported);
    assert.equal(status, 0, output);
    assert.deepEqual(await exchange.files(), before);
  }));

test('A unit has the English, the description, the length limit and the place of its picture', () =>
  exchanged(async (exchange) => {
    const xliff = await exchange.read('xliff/zh-TW.xlf');
    const unit = /<trans-unit id="account\.login\.label".*?<\/trans-unit>/s.exec(xliff)?.[0] ?? '';
    assert.match(unit, /maxwidth="7" size-unit="char"/);
    assert.match(unit, /<source>Log in<\/source>\s*<target>登入<\/target>/);
    assert.match(unit, /<note>[^<]*login page[^<]*<\/note>/);
    assert.match(unit, /<note>At most 14 letters/);
    assert.match(unit, /<note>Picture: gallery\/index\.html#account\.login\.label<\/note>/);
  }));

test.each([
  ['yes', 'Register'],
  ['no', undefined],
])(
  'A new translation is imported in its place; with approved="%s" it counts as read',
  (approved, recorded) =>
    exchanged(async (exchange) => {
      const unit = /<trans-unit id="account\.register\.label".*?<\/source>/s;
      const [before = ''] = unit.exec(await exchange.read('xliff/vi.xlf')) ?? [];
      const after = `${before.replace('approved="no"', `approved="${approved}"`)}\n<target>Đăng ký</target>`;
      await exchange.edit('xliff/vi.xlf', before, after);
      const { status, output } = await exchange.import('vi');
      assert.equal(status, 0, output);
      assert.match(output, /1 of \d+ messages changed/);
      const expected = formatMessages({ ...vietnamese, 'account.register.label': 'Đăng ký' });
      assert.equal(await exchange.read('locales/vi.json'), expected);
      const { translatedFrom } = JSON.parse(await exchange.read('locales/context/vi.json'));
      assert.equal(translatedFrom['account.register.label'], recorded);
      await exchange.export();
      assert.match(
        await exchange.read('xliff/vi.xlf'),
        new RegExp(`<trans-unit id="account\\.register\\.label"[^>]* approved="${approved}"`),
      );
    }),
);

test('A translation of English that has changed meanwhile is not reviewed', () =>
  exchanged(async (exchange) => {
    await exchange.edit('locales/vi.json', '  "locale.draft": "true",\n', '');
    await exchange.edit('xliff/vi.xlf', '<target>Đăng nhập</target>', '<target>Vào</target>');
    await exchange.edit('locales/en.json', '"Log in"', '"Sign in"');
    assert.equal((await exchange.import('vi')).status, 0);
    assert.match(
      await exchange.check('vi'),
      /account\.login\.label\n.*not reviewed.*Old English: “Log in”\n.*New English: “Sign in”/s,
    );
    // A translation that changes without an approval is not reviewed either.
    await exchange.export();
    await exchange.edit('xliff/vi.xlf', '<target>Vào</target>', '<target>Đăng nhập</target>');
    assert.equal((await exchange.import('vi')).status, 0);
    assert.match(await exchange.check('vi'), /nobody has confirmed: account\.login\.label\n/);
    // An approval by the translator confirms it.
    await exchange.export();
    await exchange.edit('xliff/vi.xlf', 'approved="no"', 'approved="yes"');
    assert.equal((await exchange.import('vi')).status, 0);
    assert.match(await exchange.check('vi'), / 0 not reviewed/);
  }));

test('A file that is not there is named, with what writes one', async () => {
  const { status, output } = await runCommand('import', 'ms.xlf');
  assert.equal(
    output,
    'ms.xlf: there is no such file; “make locales-export” writes xliff/ms.xlf\n',
  );
  assert.equal(status, 1);
  const unnamed = await runCommand('import');
  assert.equal(unnamed.output, 'name the file: make locales-import FILE=xliff/ms.xlf\n');
});

test('A tool that writes letters as two characters changes nothing', () =>
  exchanged(async (exchange) => {
    const before = await exchange.files();
    const text = await exchange.read('xliff/vi.xlf');
    await writeFile(join(exchange.folder, 'xliff/vi.xlf'), text.normalize('NFD'));
    const { status, output } = await exchange.import('vi');
    assert.equal(status, 0, output);
    assert.match(output, / 0 of \d+ messages changed/);
    assert.deepEqual(await exchange.files(), before);
  }));

test('Of many errors in a file, the first ten are named, and the others counted', () =>
  exchanged(async (exchange) => {
    const text = await exchange.read('xliff/vi.xlf');
    const units = text.match(/<trans-unit /g)?.length ?? 0;
    await writeFile(
      join(exchange.folder, 'xliff/vi.xlf'),
      text.replaceAll('<trans-unit id="', '<trans-unit id="x.'),
    );
    const { status, output } = await exchange.import('vi');
    assert.equal(status, 1);
    const lines = output.trimEnd().split('\n');
    assert.equal(lines.filter((line) => /: en\.json has no such message/.test(line)).length, 10);
    assert.deepEqual(lines.slice(10), [
      `and ${units - 10} more`,
      'nothing of xliff/vi.xlf was imported',
    ]);
  }));

// biome-ignore format: a row a line
const mistakes: [what: string, before: string, after: string, reason: RegExp][] = [
  ['loses a placeholder', 'Thưởng {newMemberBonus}', 'Thưởng', /vi\.xlf: [\w.]+: .*newMemberBonus/],
  ['has an unknown unit', 'id="account.login.label"', 'id="account.enter"', /account\.enter: en\.json has no/],
  ['has marks in a text', '>Đăng nhập<', '>Đăng <g id="1">nhập</g><', /account\.login\.label: .*elements/],
  ['is not XML', '<body>', '', /vi\.xlf: not an XLIFF 1\.2 file/],
  ['is of an unknown language', 'target-language="vi"', 'target-language="tlh"', /no language "tlh"/],
  ['does not say its language', ' target-language="vi"', '', /target-language/],
];
for (const [what, before, after, reason] of mistakes) {
  test(`A file that ${what} is refused with the reason, and changes nothing`, () =>
    exchanged(async (exchange) => {
      const files = await exchange.files();
      const text = await exchange.read('xliff/vi.xlf');
      // In the translation where it is in both.
      const at = text.lastIndexOf(before, text.indexOf('</target>', text.indexOf(before)));
      assert.notEqual(at, -1);
      await writeFile(
        join(exchange.folder, 'xliff/vi.xlf'),
        text.slice(0, at) + after + text.slice(at + before.length),
      );
      const { status, output } = await exchange.import('vi');
      assert.equal(status, 1);
      assert.match(output, reason);
      assert.deepEqual(await exchange.files(), files);
    }));
}
