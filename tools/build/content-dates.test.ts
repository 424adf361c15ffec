import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentDates, formatDates } from './content-dates.ts';

const today = '2026-12-31';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-dates-'));
  for (const name of ['locales', 'client/site']) mkdirSync(join(folder, name), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

function git(date: string, ...args: string[]) {
  const time = `${date}T12:00:00Z`;
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  const env = { ...process.env, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time };
  execFileSync('git', [...who, ...args], { cwd: folder, env });
}

function commit(date: string) {
  git(date, 'add', '--all');
  git(date, 'commit', '--quiet', '--message=change');
}

/** A repository whose texts are of January, and whose code is of March. */
function repository() {
  git('2026-01-01', 'init', '--quiet');
  write('locales/en.json', '{"a":"1"}');
  write('locales/zh.json', '{"a":"2"}');
  write('client/site/config.ts', 'export const brand = 1;');
  commit('2026-01-10');
  write('client/app.tsx', '');
  commit('2026-03-10');
}

test('A change of code does not change the date of the content', () => {
  repository();
  expect(contentDates(today, { folder })).toEqual({ en: '2026-01-10', zh: '2026-01-10' });
});

test('A language has the date of its own last change, and of the constants in all texts', () => {
  repository();
  write('locales/zh.json', '{"a":"3"}');
  commit('2026-04-10');
  expect(contentDates(today, { folder })).toEqual({ en: '2026-01-10', zh: '2026-04-10' });
  write('client/site/config.ts', 'export const brand = 2;');
  commit('2026-05-10');
  expect(contentDates(today, { folder })).toEqual({ en: '2026-05-10', zh: '2026-05-10' });
});

test('Texts that are not committed have the date of the build', () => {
  repository();
  write('locales/zh.json', '{"a":"3"}');
  expect(contentDates(today, { folder })).toEqual({ en: '2026-01-10', zh: today });
});

test('No date is claimed that version control does not know', () => {
  write('locales/en.json', '{}');
  expect(contentDates(today, { folder })).toEqual({});
  git('2026-01-01', 'init', '--quiet');
  expect(contentDates(today, { folder })).toEqual({});
});

test('A shallow clone knows no dates', () => {
  repository();
  const clone = join(folder, 'clone');
  git(today, 'clone', '--quiet', '--depth=1', `file://${folder}`, clone);
  expect(contentDates(today, { folder: clone })).toEqual({});
});

test('A build without a repository is given the dates', () => {
  const dates = { en: '2026-01-10', 'zh-TW': '2026-04-10' };
  expect(contentDates(today, { folder, given: formatDates(dates) })).toEqual(dates);
  expect(() => contentDates(today, { given: 'en=yesterday' })).toThrow(
    '"en=yesterday" is not like',
  );
});
