/**
 * Development server: serves the site at http://127.0.0.1:8080 (or the next free port), rebuilds on
 * every change in client, ssr-bundle, locales or server, restarts the server and reloads open pages.
 * They show what the build and the checks of the translations found. Writes to a folder of its own,
 * leaving `dist/` alone.
 *
 *     node --import tsx tools/build/dev.ts [--engine=quickjs|v8] [--profile=fast-build|release]
 *                                          [--locales=DIR] [--out=DIR]
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { watch } from 'chokidar';
import { freePort } from '../free-port.ts';
import { debounced } from './debounce.ts';
import { DevProxy } from './dev-proxy.ts';
import { formatError } from './errors.ts';
import { createSiteBuilder } from './site-builder.ts';
import { checkTypes } from './types.ts';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'quickjs' },
    profile: { type: 'string', default: 'fast-build' },
    locales: { type: 'string', default: 'locales' },
    out: { type: 'string', default: 'target/dev' },
  },
});
const { locales, out } = options;
const binary = process.env.MARQUEE ?? `target/${options.profile}/marquee`;

const proxy = new DevProxy();

/** Child processes, which end with this one. */
const children = new Set<ChildProcess>();

let server: ChildProcess | undefined;

/**
 * Starts a server with the latest build and binary in place of the present one, which first finishes
 * its requests, and reloads the pages.
 */
const restart = debounced(async () => {
  const port = await freePort();
  const next = start(binary, [], {
    PUBLIC_URL: url,
    ...process.env,
    ADMIN_ADDR: `127.0.0.1:${await freePort()}`,
    DIST_DIR: out,
    DRAIN_DELAY: '0s',
    LISTEN_ADDR: `127.0.0.1:${port}`,
  });
  while (!(await accepts(port))) {
    // Its log says why.
    if (next.exitCode !== null || next.signalCode !== null) return;
    await pause(10);
  }
  server?.kill();
  server = next;
  proxy.serverPort = port;
  proxy.update({ version: `${Date.now()}` });
}, 0);

/** Returns whether something listens on a port. */
async function accepts(port: number) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const builder = await createSiteBuilder({ out, locales, isDevelopment: true });

const rebuildSite = debounced(async () => {
  const began = performance.now();
  try {
    const { build } = await builder.build();
    console.log(`built ${build} in ${Math.round(performance.now() - began)} ms`);
    proxy.update({ build: '' });
    await restart();
  } catch (error) {
    const findings = stripVTControlCharacters(formatError(error) ?? '');
    console.error(findings);
    proxy.update({ build: findings });
  }
  const findings = await Promise.all([checkLocales(), typeFindings()]);
  proxy.update({ checks: findings.filter(Boolean).join('\n\n') });
});

/** Returns the findings of `make locales`, which include those that fail the build of a language. */
function checkLocales() {
  const program = [
    '--import',
    'tsx',
    'tools/messages/messages.ts',
    'check',
    `--locales=${locales}`,
  ];
  return new Promise<string>((resolve) => {
    execFile(process.execPath, program, (error, stdout, stderr) => {
      resolve(error ? `${stdout}${stderr}`.trim() : '');
    });
  });
}

/** Returns what fails `make build`: a message that does not exist, among others. */
async function typeFindings() {
  return checkTypes().then(() => '', formatError);
}

const rebuildServer = debounced(async () => {
  const features = ['--no-default-features', '--features', options.engine];
  const flags = ['--locked', '--profile', options.profile, ...features];
  const [status] = await once(start('cargo', ['build', ...flags]), 'exit');
  if (status === 0) await restart();
});

function start(command: string, args: string[], env = process.env) {
  const child = spawn(command, args, { env, stdio: 'inherit' });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => process.exit());

const url = await proxy.listen(8080);
await rebuildSite();
console.log(`Serving ${url}/`);

watch(['client', 'ssr-bundle', locales], { ignoreInitial: true }).on('all', rebuildSite);
watch('server', { ignoreInitial: true }).on('all', rebuildServer);
