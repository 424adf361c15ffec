import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readLocales } from './locales.mjs';

/** Runs with a copy of the site's own languages, of which one file was changed or deleted. */
async function withLocales<T>(
  file: string,
  change: (bytes: Buffer) => Buffer | null,
  run: (folder: string) => T | Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'locales-'));
  try {
    await cp('locales', folder, { recursive: true });
    const path = join(folder, file);
    const changed = change(await readFile(path));
    await (changed ? writeFile(path, changed) : rm(path));
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Replaces what stands in line 2, the text of `account.login.label`. */
const inLine2 = (line: string | Buffer) => (bytes: Buffer) => {
  const end = bytes.indexOf('\n', bytes.indexOf('\n') + 1);
  return Buffer.concat([Buffer.from('{\n'), Buffer.from(line), bytes.subarray(end)]);
};
const text = (message: string) => inLine2(`  "account.login.label": ${message},`);

const id = 'account\\.login\\.label';

const mistakes: [
  mistake: string,
  file: string,
  change: (bytes: Buffer) => Buffer | null,
  expected: string,
][] = [
  [
    'a byte that is not UTF-8',
    'ms.json',
    inLine2(Buffer.from('  "account.login.label": "Log masuk \xe9",', 'latin1')),
    'ms\\.json:2: the file is not valid UTF-8',
  ],
  [
    'a byte order mark',
    'ms.json',
    (bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes]),
    'ms\\.json:1: the file is not valid JSON: it begins with a byte order mark',
  ],
  ['a language that is missing', 'zh.json', () => null, 'zh\\.json:1: the file is missing'],
  ['English that is missing', 'en.json', () => null, 'en\\.json:1: the file is missing'],
  [
    'broken JSON',
    'zh.json',
    text('"登录" "登录"'),
    'zh\\.json:2: the file is not valid JSON: Expected "," ',
  ],
  [
    'a control character',
    'ms.json',
    text('"Log\\u0007masuk"'),
    `ms\\.json:2: ${id}: a control character \\(U\\+0007\\)`,
  ],
  [
    'a control character of Latin 1',
    'ms.json',
    text('"Log\u0085masuk"'),
    `ms\\.json:2: ${id}: a control character \\(U\\+0085\\)`,
  ],
  [
    'an override of the direction',
    'ms.json',
    text('"\u202eLog masuk"'),
    `ms\\.json:2: ${id}: an override of the direction \\(U\\+202E\\)`,
  ],
  [
    'an isolate in a language from left to right',
    'zh.json',
    text('"\u2067登录\u2069"'),
    `zh\\.json:2: ${id}: an isolate \\(U\\+2067\\) in a language that runs from left`,
  ],
  [
    'a lone surrogate',
    'ms.json',
    text('"Log \\ud83d masuk"'),
    `ms\\.json:2: ${id}: half of a character \\(a lone surrogate\\) \\(U\\+D83D\\)`,
  ],
  [
    'a noncharacter',
    'ms.json',
    text('"Log masuk\\uffff"'),
    `ms\\.json:2: ${id}: what stands for no character \\(U\\+FFFF\\)`,
  ],
  [
    '__proto__ as an id',
    'ms.json',
    inLine2('  "__proto__": "x",'),
    'ms\\.json:2: "__proto__" is no id of a message',
  ],
  [
    '__proto__ as an id of English',
    'en.json',
    inLine2('  "__proto__": { "account.login.label": "x" },'),
    'en\\.json:2: "__proto__" is no id of a message',
  ],
  [
    '__proto__ twice',
    'ms.json',
    inLine2('  "__proto__": "x",\n  "__proto__": "y",'),
    'ms\\.json:3: the file holds more than messages: Redefinition of __proto__',
  ],
  [
    'an id that every object has',
    'ms.json',
    inLine2('  "constructor": "x",'),
    'ms\\.json:2: constructor: en\\.json has no such id',
  ],
  [
    'an id that stands twice in one line',
    'ms.json',
    inLine2('  "account.login.label": "Log masuk", "account.login.label": "Log",'),
    `ms\\.json:2: ${id}: this id stands in the file twice`,
  ],
  [
    'an id that stands twice, once with an escape',
    'ms.json',
    inLine2('  "account.login.label": "Log masuk",\n  "account.login.\\u006cabel": "Log",'),
    `ms\\.json:3: ${id}: this id stands in the file twice`,
  ],
  [
    'a text of 5 MB',
    'ms.json',
    text(`"${'x'.repeat(5 << 20)}"`),
    `ms\\.json:2: ${id}: the text has 5242880 characters; no message may have more than 2000`,
  ],
  ['a number', 'ms.json', text('7'), `ms\\.json:2: ${id}: here stands no text \\(number\\)`],
  ['null', 'ms.json', text('null'), `ms\\.json:2: ${id}: here stands no text \\(null\\)`],
  ['a list', 'ms.json', text('["x"]'), `ms\\.json:2: ${id}: here stands no text \\(list\\)`],
  [
    'a tree in place of a text',
    'ms.json',
    text('{ "login": "Log masuk" }'),
    `ms\\.json:2: ${id}: here stands no text \\(object\\)`,
  ],
  [
    'ten thousand lists in each other',
    'ms.json',
    text(`${'['.repeat(1e4)}${']'.repeat(1e4)}`),
    'ms\\.json:2: ',
  ],
];

for (const [mistake, file, change, expected] of mistakes) {
  test(`The build rejects ${mistake}, with file, line and reason`, async () => {
    await withLocales(file, change, async (folder) => {
      await assert.rejects(readLocales(folder), (error: Error) => {
        assert.equal(error.name, 'BuildFault');
        assert.match(error.message, new RegExp(`^${join(folder, expected)}.*; .`, 'm'));
        assert.ok(error.message.length < 2000, error.message.slice(0, 2000));
        return true;
      });
    });
  });
}

test('The command that builds reports what it rejects and writes nothing', async () => {
  await withLocales('ms.json', text('"\\ud800"'), (folder) => {
    const out = join(folder, 'dist');
    const command = ['ssr-bundle/build/build.mjs', `--locales=${folder}`, `--out=${out}`];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /^build failed\n.*ms\.json:2: account\.login\.label: half of a character/);
    assert.doesNotMatch(stderr, / at /);
  });
});
