/**
 * The base images of deploy/Dockerfile, and stand-ins for those that no registry provides: a machine that
 * reaches Debian's archive alone builds the image as well. They have names of their own, so that no other
 * image is built on them.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { images, succeeds, tool } from './container-tool.ts';

/** What an imported file system lacks of its image's configuration. */
const environment: Record<string, string[]> = {
  rust: [
    'CARGO_HOME=/usr/local/cargo',
    'PATH=/usr/local/cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ],
  node: ['NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt'],
  runtime: ['SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt'],
};

/** Returns the base images of the names of arguments, stand-ins in place of what is not available. */
export function baseImages(names = /_IMAGE$/): Record<string, string> {
  const lines = readFileSync('deploy/Dockerfile', 'utf8').matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm);
  return Object.fromEntries(
    Array.from(lines).flatMap(([, argument = '', image = '']) => {
      if (!names.test(argument)) return [];
      if (isAvailable(image)) return [[argument, image]];
      const kind = argument.replace('_IMAGE', '').toLowerCase();
      const name = `localhost/marquee-stand-in/${kind}:${kind === 'runtime' ? 'trixie' : 'bookworm'}`;
      console.error(`${image} is not available, using ${name}`);
      if (!isAvailable(name)) make(kind, name);
      return [[argument, name]];
    }),
  );
}

/** Returns whether an image is on this machine, or could be pulled. */
function isAvailable(image: string) {
  return succeeds(tool, 'image', 'inspect', image) || succeeds(tool, 'pull', '--quiet', image);
}

function make(kind: string, name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-stand-in-'));
  const file = join(folder, `${kind}.tar`);
  try {
    execFileSync('bash', ['tests/image/stand-in.sh', kind, file], { stdio: 'inherit' });
    const changes = (environment[kind] ?? []).flatMap((value) => ['--change', `ENV ${value}`]);
    images('import', ...changes, file, name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
