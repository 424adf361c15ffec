/**
 * The base images of deploy/Dockerfile, and stand-ins for those that no registry has that this machine
 * reaches. A stand-in has a name of its own, so that nothing but the test of the image is built on it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { images, isAvailable, type Tool } from './container-tool.ts';

export const dockerfile = 'deploy/Dockerfile';

const script = 'tools/image/stand-in.sh';

/** What an imported file system lacks of its image's configuration. */
const environment: Record<string, string[]> = {
  rust: [
    'CARGO_HOME=/usr/local/cargo',
    'PATH=/usr/local/cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ],
  node: ['NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt'],
  runtime: ['SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt'],
};

/** Returns the base images of the Dockerfile by the name of their argument. */
export function baseImages(): Record<string, string> {
  const lines = readFileSync(dockerfile, 'utf8').matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm);
  return Object.fromEntries([...lines].map(([, argument, image]) => [argument, image]));
}

/** Returns the arguments that replace those base images which are not available. */
export function standIns(tool: Tool): Record<string, string> {
  const missing = Object.entries(baseImages()).filter(([, image]) => !isAvailable(tool, image));
  return Object.fromEntries(
    missing.map(([argument, image]) => {
      const kind = argument.replace('_IMAGE', '').toLowerCase();
      const name = `localhost/marquee-stand-in/${kind}:bookworm`;
      console.error(`${image} is not available, using ${name}`);
      if (!isAvailable(tool, name)) make(tool, kind, name);
      return [argument, name];
    }),
  );
}

function make(tool: Tool, kind: string, name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-stand-in-'));
  const file = join(folder, `${kind}.tar`);
  try {
    execFileSync('bash', [script, kind, file], { stdio: 'inherit' });
    const changes = (environment[kind] ?? []).flatMap((value) => ['--change', `ENV ${value}`]);
    images(tool, 'import', ...changes, file, name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
