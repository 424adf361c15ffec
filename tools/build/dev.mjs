/**
 * Development server: serves the site at http://127.0.0.1:8080, rebuilds on every
 * change in client, ssr-bundle, locales or server, and live-reloads open pages. A new
 * site build is hot-reloaded by the running server; a new binary restarts it. Writes to
 * a folder of its own, leaving `dist/` alone.
 *
 *     node tools/build/dev.mjs [--engine=quickjs|v8] [--profile=fast-build|release]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { debounced } from './debounce.mjs';
import { watchFolders } from './watch.mjs';

const dist = 'target/dev';
const adminUrl = 'http://127.0.0.1:9090';
const reloadPort = 8081;

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'quickjs' },
    profile: { type: 'string', default: 'fast-build' },
  },
});

/** Open event streams, one for each page that listens for reloads. */
const streams = new Set();

createServer((_request, response) => {
  response.writeHead(200, {
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'content-type': 'text/event-stream',
  });
  response.flushHeaders();
  streams.add(response);
  response.once('close', () => streams.delete(response));
}).listen(reloadPort, '127.0.0.1');

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

/** Whether the binary was rebuilt since the server started. */
let isBinaryNew = true;

/** Serves the latest build, and reloads open pages if it differs from the one before. */
const serve = debounced(async () => {
  const hasChanged = isBinaryNew || !isRunning() ? await restart() : await reload();
  if (hasChanged) for (const stream of streams) stream.write('data: reload\n\n');
});

/** Restarts the server. Returns whether it came up. */
async function restart() {
  isBinaryNew = false;
  if (server && isRunning()) {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }
  const env = {
    ...process.env,
    DIST_DIR: dist,
    DEV_RELOAD_ORIGIN: `http://127.0.0.1:${reloadPort}`,
    DRAIN_DELAY: '0s',
  };
  server = spawn(`target/${options.profile}/marquee`, { env, stdio: 'inherit' });
  // Not readiness: while a page fails to render, the server is not ready until the next build.
  return (await poll(reloadStatus)) !== undefined;
}

/** Makes the running server reload the site. Returns whether it switched to the new build. */
async function reload() {
  const before = await poll(reloadStatus);
  if (!before || (await lastBuild()) === before.build) return false;
  server?.kill('SIGHUP');
  const after = await poll(async () => {
    const now = await reloadStatus();
    const isDone = now.applied > before.applied || now.rejected > before.rejected;
    return isDone ? now : undefined;
  });
  // The server logs why it rejects a build.
  return after !== undefined && after.build !== before.build;
}

function isRunning() {
  return server?.exitCode === null && server.signalCode === null;
}

/**
 * Polls the server until `query` returns a result, or `undefined` if the server exits first.
 *
 * @template Result
 * @param {() => Promise<Result | undefined>} query
 */
async function poll(query) {
  while (isRunning()) {
    // Connection refused: the server does not listen yet.
    const result = await query().catch(() => undefined);
    if (result !== undefined) return result;
    await pause(10);
  }
  return undefined;
}

/** @returns {Promise<string>} */
async function lastBuild() {
  return JSON.parse(await readFile(join(dist, 'site.json'), 'utf8')).build;
}

/** Returns the served build, and the numbers of applied and rejected reloads. */
async function reloadStatus() {
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
  const { build } = await (await fetch(`${adminUrl}/version`)).json();
  const count = (/** @type {string} */ outcome) =>
    Number(metrics.match(`marquee_reloads_total{outcome="${outcome}"} (\\d+)`)?.[1]);
  return { build, applied: count('applied'), rejected: count('rejected') };
}

/**
 * Runs a command. Returns whether it exited with status 0.
 *
 * @param {string} command
 * @param {string[]} args
 */
function run(command, ...args) {
  const child = spawn(command, args, { stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (status) => resolve(status === 0)));
}

async function rebuildServer() {
  const features = ['--no-default-features', '--features', options.engine];
  if (!(await run('cargo', 'build', '--locked', '--profile', options.profile, ...features))) return;
  isBinaryNew = true;
  await serve();
}

mkdirSync(dist, { recursive: true });
// The builder writes site.json last.
watch(dist, (_event, file) => file === 'site.json' && serve());
watchFolders(['server'], debounced(rebuildServer));

const builder = spawn('node', ['tools/build/build.mjs', '--watch', '--dev', `--out=${dist}`], {
  stdio: 'inherit',
});

// To the server, the SIGHUP of a closed terminal means a reload: stop it explicitly.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    builder.kill();
    server?.kill('SIGKILL');
    process.exit();
  });
}
