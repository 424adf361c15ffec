/**
 * Builds the site of the host's own tests in a folder: the sources of the repository with the pages, parts and
 * languages of `tests/site/`, of which they know nothing.
 *
 *     node --import tsx tests/support/host-site.ts FOLDER
 */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SiteCopy } from '../../tools/build/testing.ts';

const [folder = ''] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
const copy = new SiteCopy('.', folder);
for (const path of ['client/features', 'client/pages', 'client/site/root', 'locales'])
  rmSync(join(folder, path), { recursive: true, force: true });
cpSync('tests/site', folder, { recursive: true });
const { status, output } = copy.build();
process.stdout.write(output);
process.exitCode = status ?? 1;
