/**
 * Development: serves the site at http://127.0.0.1:8080, builds again on every
 * change of client, ssr-bundle, locales or server, and reloads open pages. The
 * running server changes to a new build of the site by itself; only its own code
 * starts it anew. What is built stands apart from `dist/`, which stays as
 * `make build` left it.
 *
 *     node ssr-bundle/build/dev.mjs [--engine=quickjs|v8]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { afterBursts } from './bursts.mjs';
import { watchFolders } from './watch.mjs';

const dist = 'target/dev';
const adminAddress = 'http://127.0.0.1:9090';
const reloadPort = 8081;

const { values: options } = parseArgs({
  options: { engine: { type: 'string', default: 'quickjs' } },
});

/** Pages that wait for a reload, each by an open event stream. */
const pages = new Set();

createServer((_request, response) => {
  response.writeHead(200, {
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'content-type': 'text/event-stream',
  });
  response.flushHeaders();
  pages.add(response);
  response.once('close', () => pages.delete(response));
}).listen(reloadPort, '127.0.0.1');

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

/** There is a newer binary than the one that runs, if one does. */
let isServerNew = true;

/** Serves what was built last; open pages are loaded anew unless they would be the same. */
const serve = afterBursts(async () => {
  const isNew = isServerNew || !isRunning() ? await restart() : await swap();
  if (isNew) for (const page of pages) page.write('data: reload\n\n');
});

/** Starts the server anew and tells whether it lives. */
async function restart() {
  isServerNew = false;
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
  server = spawn('target/release/marquee', { env, stdio: 'inherit' });
  // It need not be ready: with a page that fails it never is, until the next build.
  return (await untilTold(swaps)) !== undefined;
}

/** Lets the running server change to the new site and tells whether it did. */
async function swap() {
  const before = await untilTold(swaps);
  if (!before || (await lastBuild()) === before.build) return false;
  server?.kill('SIGHUP');
  const after = await untilTold(async () => {
    const now = await swaps();
    const isOver = now.applied > before.applied || now.rejected > before.rejected;
    return isOver ? now : undefined;
  });
  // Why a build is rejected, the server's log says.
  return after !== undefined && after.build !== before.build;
}

function isRunning() {
  return server?.exitCode === null && server.signalCode === null;
}

/**
 * Asks the server until it tells; in vain if it ends.
 *
 * @template Answer
 * @param {() => Promise<Answer | undefined>} ask
 */
async function untilTold(ask) {
  while (isRunning()) {
    // It does not listen yet.
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    await pause(10);
  }
  return undefined;
}

/** @returns {Promise<string>} */
async function lastBuild() {
  return JSON.parse(await readFile(join(dist, 'site.json'), 'utf8')).build;
}

/** The build that is served, and how often the server has changed to a new one or rejected to. */
async function swaps() {
  const metrics = await (await fetch(`${adminAddress}/metrics`)).text();
  const { build } = await (await fetch(`${adminAddress}/version`)).json();
  const count = (/** @type {string} */ outcome) =>
    Number(metrics.match(`marquee_reloads_total{outcome="${outcome}"} (\\d+)`)?.[1]);
  return { build, applied: count('applied'), rejected: count('rejected') };
}

/**
 * Runs a command to its end and tells whether it went well.
 *
 * @param {string} command
 * @param {string[]} words
 */
function run(command, ...words) {
  const child = spawn(command, words, { stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (status) => resolve(status === 0)));
}

async function rebuildServer() {
  const flags = ['--locked', '--release', '--no-default-features', '--features', options.engine];
  if (!(await run('cargo', 'build', ...flags))) return;
  isServerNew = true;
  await serve();
}

mkdirSync(dist, { recursive: true });
// The builder writes it last.
watch(dist, (_event, file) => file === 'site.json' && serve());
watchFolders(['server'], afterBursts(rebuildServer));

const builder = spawn('node', ['ssr-bundle/build/build.mjs', '--watch', '--dev', `--out=${dist}`], {
  stdio: 'inherit',
});

// A server that is left alone by a closed terminal would only load the site again.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    builder.kill();
    server?.kill('SIGKILL');
    process.exit();
  });
}
