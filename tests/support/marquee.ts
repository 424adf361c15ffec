import { join, resolve } from 'node:path';
import { binary } from '../../tools/binary.ts';
import { Program } from './program.ts';

/** The folder of the site under test: this one, or the host's own, which `host-site.ts` builds. */
export const siteFolder = resolve(process.env.SITE ?? '.');

/** The folder of its build. */
export const DIST_DIR = join(siteFolder, 'dist');

/** Starts the real server on free ports. */
export async function startMarquee(settings: Record<string, string>, command = binary) {
  const addresses = { LISTEN_ADDR: '127.0.0.1:0', ADMIN_ADDR: '127.0.0.1:0' };
  const program = new Program(command, [], {
    env: { DIST_DIR, ...addresses, LOG_FORMAT: 'json', DRAIN_DELAY: '0s', ...settings },
  });
  const line = await program.until('the server listens', () =>
    program.lines.find((line) => line.includes('"admin_address"')),
  );
  const { address, admin_address }: Record<string, string> = JSON.parse(line);
  return { program, address, admin: admin_address };
}
