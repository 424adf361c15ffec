/**
 * Builds the site of the host's own tests in a folder.
 *
 *     node --import tsx tests/support/host-site.ts FOLDER
 */
import { rmSync } from 'node:fs';
import { hostSite } from '../../tools/build/testing.ts';

const [folder = ''] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
const { status, output } = hostSite(folder).build();
if (status !== 0) console.error(output);
process.exitCode = status ?? 1;
