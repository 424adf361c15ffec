/**
 * Development server: serves the site at http://127.0.0.1:8080 (or the next free port), rebuilds on
 * every change in client, ssr-bundle, locales or server, restarts the server and reloads open pages.
 * They show what the build and the checks of the translations found. Writes to a folder of its own,
 * leaving `dist/` alone.
 *
 *     node tools/build/dev.mjs [--engine=quickjs|v8] [--profile=fast-build|release]
 *                              [--locales=DIR] [--out=DIR]
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify, stripVTControlCharacters } from 'node:util';
import { watch } from 'chokidar';
import { debounced } from './debounce.mjs';
import { formatError } from './errors.mjs';
import { createSiteBuilder } from './site-builder.mjs';
import { checkTypes } from './types.mjs';

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

/** Open event streams, one for each page. */
const streams = new Set();

/** What the open pages show: a `version` that makes them reload, and findings. */
const state = { version: '', build: 'The first build is running.', checks: '' };

/** Child processes, which end with this one. */
const children = new Set();

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let serverPort = 0;

/** In front of the server, so that its pages reach the event stream on their own origin. */
const proxy = createServer((request, response) => {
  if (request.url === '/dev/updates') openStream(response);
  else forward(request, response);
});

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function forward(request, response) {
  const { method, url: path, headers } = request;
  const upstream = httpRequest({ host: '127.0.0.1', port: serverPort, method, path, headers });
  upstream.once('response', (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.statusMessage, reply.rawHeaders);
    reply.pipe(response);
  });
  upstream.once('error', () => respondWithFindings(response));
  response.once('close', () => upstream.destroy());
  request.pipe(upstream);
}

/** @param {import('node:http').ServerResponse} response */
function openStream(response) {
  response.writeHead(200, { 'cache-control': 'no-store', 'content-type': 'text/event-stream' });
  response.write(update());
  streams.add(response);
  response.once('close', () => streams.delete(response));
}

function update() {
  const findings = [state.build, state.checks].filter(Boolean).join('\n\n');
  return `data: ${JSON.stringify({ version: state.version, findings })}\n\n`;
}

function updatePages() {
  for (const stream of streams) stream.write(update());
}

/**
 * Responds while no server runs: the site or the binary has never been built.
 *
 * @param {import('node:http').ServerResponse} response
 */
function respondWithFindings(response) {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'retry-after': '1' });
  const findings = state.build || 'The server does not run; its log says why.';
  response.end(`<!doctype html><title>Not built</title>
<pre>${findings.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>
<script>
  let version;
  new EventSource('/dev/updates').onmessage = ({ data }) => {
    const update = JSON.parse(data);
    if (update.version !== (version ??= update.version)) location.reload();
  };
</script>
`);
}

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
  serverPort = port;
  state.version = `${Date.now()}`;
  updatePages();
}, 0);

/**
 * Whether something listens on a port.
 *
 * @param {number} port
 */
async function accepts(port) {
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

/** Returns a port that nothing listens on. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  probe.close();
  return port;
}

const builder = await createSiteBuilder({ out, locales, isDevelopment: true });

const rebuildSite = debounced(async () => {
  const began = performance.now();
  try {
    const { build } = await builder.build();
    console.log(`built ${build} in ${Math.round(performance.now() - began)} ms`);
    state.build = '';
    await restart();
  } catch (error) {
    state.build = stripVTControlCharacters(formatError(error) ?? '');
    console.error(state.build);
  }
  updatePages();
  const findings = await Promise.all([checkLocales(), typeFindings()]);
  state.checks = findings.filter(Boolean).join('\n\n');
  updatePages();
});

/** Returns the findings of `make locales`, which include those that fail the build of a language. */
async function checkLocales() {
  const program = ['tools/locales/check-locales.mjs', `--locales=${locales}`];
  const { stdout, stderr } = await promisify(execFile)('node', program).then(
    () => ({ stdout: '', stderr: '' }),
    (error) => error,
  );
  return `${stdout}${stderr}`.trim();
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

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function start(command, args, env = process.env) {
  const child = spawn(command, args, { env, stdio: 'inherit' });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => process.exit());

/**
 * Listens on the first free port, and returns its URL.
 *
 * @param {number} port
 * @returns {Promise<string>}
 */
async function listen(port) {
  try {
    proxy.listen(port, '127.0.0.1');
    await once(proxy, 'listening');
    return `http://127.0.0.1:${port}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      return listen(port + 1);
    }
    throw error;
  }
}

const url = await listen(8080);
await rebuildSite();
console.log(`Serving ${url}/`);

watch(['client', 'ssr-bundle', locales], { ignoreInitial: true }).on('all', rebuildSite);
watch('server', { ignoreInitial: true }).on('all', rebuildServer);
