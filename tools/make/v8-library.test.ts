import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'marquee-v8-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('make_refuses_an_unknown_v8_library_before_it_compiles', () => {
  const library = join(folder, 'librusty_v8.a.gz');
  const compiled = join(folder, 'compiled');
  writeFileSync(library, 'planted');
  const run = spawnSync(
    'make',
    ['target/fast-build/marquee', 'ENGINE=v8', `CARGO_BUILD=touch ${compiled} #`],
    { encoding: 'utf8', env: { ...process.env, RUSTY_V8_ARCHIVE: library } },
  );
  expect(run.stderr).toContain(`${library} is not one of the libraries in tools/make/v8.sha256`);
  expect(run.status).toBe(2);
  expect(existsSync(compiled)).toBe(false);
});
