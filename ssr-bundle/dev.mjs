/**
 * Development: serves the site at http://127.0.0.1:8080, builds again on every
 * change of client, ssr-bundle, locales or server, and reloads open pages. What
 * it builds stands apart from `dist/`, which stays as `make build` left it.
 *
 *     node ssr-bundle/dev.mjs [--engine=quickjs|v8]
 */
import { spawn } from 'node:child_process';
import { mkdirSync, watch } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { afterBursts } from './bursts.mjs';
import { watchFolders } from './watch.mjs';

const dist = 'target/dev';
const readyAddress = 'http://127.0.0.1:9090/readyz';
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

/** Starts the server anew and reloads open pages once it is ready. */
async function restart() {
  if (server && server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
  }
  const env = {
    ...process.env,
    DIST_DIR: dist,
    DEV_RELOAD_ORIGIN: `http://127.0.0.1:${reloadPort}`,
  };
  server = spawn('target/release/marquee', { env, stdio: 'inherit' });
  while (server.exitCode === null) {
    const isReady = await fetch(readyAddress).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) break;
    await pause(10);
  }
  for (const page of pages) page.write('data: reload\n\n');
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
  if (await run('cargo', 'build', ...flags)) await restart();
}

mkdirSync(dist, { recursive: true });
const onBuilt = afterBursts(restart);
// The builder writes it last.
watch(dist, (_event, file) => file === 'site.json' && onBuilt());
watchFolders(['server'], afterBursts(rebuildServer));

const builder = spawn('node', ['ssr-bundle/build.mjs', '--watch', '--dev', `--out=${dist}`], {
  stdio: 'inherit',
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    builder.kill();
    server?.kill('SIGKILL');
    process.exit();
  });
}
