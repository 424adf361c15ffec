import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import * as config from '../../client/site/config.ts';
import { readLocales } from './locales.ts';

const english = {
  'header.language.label': 'Language',
  'locale.dir': 'ltr',
  'locale.name': 'English',
};

/** Calls `run` with three languages, all of which have the English text, and a changed file. */
async function withLocales<T>(
  file: string,
  change: (bytes: Buffer) => Buffer | null,
  run: (folder: string) => T | Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'locales-'));
  try {
    for (const name of ['en.json', 'ms.json', 'zh.json']) {
      await writeFile(join(folder, name), JSON.stringify(english, null, 2));
    }
    const path = join(folder, file);
    const changed = change(await readFile(path));
    await (changed ? writeFile(path, changed) : rm(path));
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Replaces line 2, which holds `header.language.label`. */
const inLine2 = (line: string | Buffer) => (bytes: Buffer) => {
  const end = bytes.indexOf('\n', bytes.indexOf('\n') + 1);
  return Buffer.concat([Buffer.from('{\n'), Buffer.from(line), bytes.subarray(end)]);
};
const text = (message: string) => inLine2(`  "header.language.label": ${message},`);

const id = 'header\\.language\\.label';

// biome-ignore format: a row a line
const mistakes: [
  mistake: string,
  file: string,
  change: (bytes: Buffer) => Buffer | null,
  expected: string,
][] = [
  ['a byte that is not UTF-8', 'ms.json', inLine2(Buffer.from('  "header.language.label": "Log masuk \xe9",', 'latin1')), 'ms\\.json:2:\\d+: the file is not valid UTF-8'],
  ['a missing English file', 'en.json', () => null, 'en\\.json:1:\\d+: the file of English, which others are translated from, is missing'],
  ['a control character', 'ms.json', text('"Log\\u0007masuk"'), `ms\\.json:2:\\d+: ${id}: a control character \\(U\\+0007\\)`],
  ['a noncharacter', 'ms.json', text('"Log masuk\\uffff"'), `ms\\.json:2:\\d+: ${id}: a noncharacter or replacement character \\(U\\+FFFF\\)`],
  ['__proto__ as an id', 'ms.json', inLine2('  "__proto__": "x",'), 'ms\\.json:2:\\d+: "__proto__" is not a valid message id'],
  ['__proto__ as an id of English', 'en.json', inLine2('  "__proto__": { "header.language.label": "x" },'), 'en\\.json:2:\\d+: "__proto__" is not a valid message id'],
  ['the name of an inherited property as an id', 'ms.json', inLine2('  "constructor": "x",'), 'ms\\.json:2:\\d+: constructor: en\\.json has no such id'],
  ['broken syntax', 'ms.json', text('"Log {masuk"'), `ms\\.json:2:\\d+: ${id}: syntax error in braces or tags`],
  ['an unknown variable', 'ms.json', text('"Log {masuk}"'), `ms\\.json:2:\\d+: ${id}: \\{masuk\\} is unknown`],
  ['a plural of a value that is known at run time only', 'ms.json', text('"{hari, plural, other {#}}"'), `ms\\.json:2:\\d+: ${id}: \\{hari, plural, …\\}: the value of \\{hari\\} is only known`],
  ['a text of 5 MB', 'ms.json', text(`"${'x'.repeat(5 << 20)}"`), `ms\\.json:2:\\d+: ${id}: the text has 5242880 characters; the limit is 2000`],
  ['a number', 'ms.json', text('7'), `ms\\.json:2:\\d+: ${id}: the value is not a text \\(number\\)`],
  ['ten thousand nested arrays', 'ms.json', text(`${'['.repeat(1e4)}${']'.repeat(1e4)}`), 'ms\\.json:1:1: the file is nested too deeply'],
];

for (const [mistake, file, change, expected] of mistakes) {
  test(`The build rejects ${mistake}, with file, line and reason`, async () => {
    await withLocales(file, change, async (folder) => {
      await assert.rejects(readLocales(folder, config), (error: Error) => {
        assert.equal(error.name, 'MessageError');
        assert.match(error.message, new RegExp(`^${join(folder, expected)}.*; .`, 'm'));
        assert.ok(error.message.length < 2000, error.message.slice(0, 2000));
        return true;
      });
    });
  });
}

test('The build command reports a lone surrogate and writes nothing', async () => {
  await withLocales('ms.json', text('"\\ud800"'), (folder) => {
    const out = join(folder, 'dist');
    const command = [
      '--import',
      'tsx',
      'tools/build/build.ts',
      `--locales=${folder}`,
      `--out=${out}`,
    ];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`^build failed\n.*ms\\.json:2:28: ${id}: a lone surrogate`));
    assert.doesNotMatch(stderr, / at /);
    assert.ok(!existsSync(out));
  });
});
