import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';

/** Runs the checks on the site's locales with one file changed. */
async function checkWith(file: string, change: (text: string) => string) {
  const folder = await mkdtemp(join(tmpdir(), 'locales-'));
  try {
    await cp('locales', folder, { recursive: true });
    const path = join(folder, file);
    await writeFile(path, change(await readFile(path, 'utf8')));
    const { status, stdout } = spawnSync(
      process.execPath,
      ['tools/locales/check-locales.mjs', `--locales=${folder}`],
      { encoding: 'utf8' },
    );
    return { status, output: stdout.replaceAll(`${folder}/`, '') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("Reports no findings in the site's locales", async () => {
  const { status, output } = await checkWith('ms.json', (text) => text);
  assert.match(output, /^0 findings in \d+ messages in en, /);
  assert.equal(status, 0);
});

for (const [mistake, file, change, finding] of [
  [
    'a translation was removed',
    'ms.json',
    (text: string) => text.replace(/.*"account\.register\.label".*\n/, ''),
    /^ms\.json:3 account\.register\.label\n {2}the translation is missing; visitors see the English “Register”\n {2}Fix: add /,
  ],
  [
    'a placeholder was broken',
    'ms.json',
    (text: string) => text.replace('Papar tawaran {place}', 'Papar tawaran {tempat}'),
    /ms\.json:\d+ offers\.carousel\.goTo\n {2}\{place\} is missing.*\n {2}Fix: add \{place\}/,
  ],
  [
    'a Traditional character was pasted',
    'zh.json',
    (text: string) => text.replace('登录', '登錄'),
    /^zh\.json:2 account\.login\.label\n {2}錄 is Traditional Chinese in a Simplified text\n {2}Fix: write “登录”/,
  ],
  [
    'a sentence was left in English',
    'zh.json',
    (text: string) =>
      text.replace('您要查找的页面不存在。', "The page you are looking for doesn't exist."),
    /^zh\.json:\d+ notFound\.page\.text\n {2}the text is still the English .*\n {2}Fix: translate it/,
  ],
] as const) {
  test(`Reports the finding and its fix when ${mistake}`, async () => {
    const { status, output } = await checkWith(file, change);
    assert.match(output, finding);
    assert.match(output, /[12] findings? in/);
    assert.equal(status, 1);
  });
}

for (const file of ['en.json', 'ms.json']) {
  test(`Reports only the syntax error when ${file} is not valid JSON`, async () => {
    const { status, output } = await checkWith(file, (text) => text.replace(',', ''));
    assert.match(
      output,
      new RegExp(`^${file}:3 \\n {2}the file is not valid JSON: .*\\n {2}Fix: `),
    );
    assert.match(output, /\n1 finding in/);
    assert.equal(status, 1);
  });
}

test('Reports everything missing from an empty file', async () => {
  const { status, output } = await checkWith('ms.json', () => '{}');
  assert.match(output, /ms\.json:1 locale\.name\n {2}the language has no name for the menu/);
  assert.match(output, /ms\.json:1 sports\.card\.bet\n {2}the translation is missing/);
  assert.equal(status, 1);
});
