/**
 * Development server: serves the site at http://127.0.0.1:8080 (or the next free port), rebuilds on
 * every change in client, ssr-bundle, locales or server, restarts the server and reloads open pages.
 * They show what the build and the checks of the translations found. Writes to a folder of its own,
 * leaving `dist/` alone.
 *
 *     node --import tsx tools/build/dev.ts [--engine=quickjs|v8] [--profile=fast-build|release]
 *                                          [--locales=DIR] [--out=DIR] [--prebuilt]
 */
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { watch } from 'chokidar';
import launchEditor from 'launch-editor';
import { placeOfMessage, readLanguages, sourceLanguage } from '../messages/language.ts';
import { debounced } from './debounce.ts';
import { describeError, describePrinted, loggedText, type PageError } from './dev-errors.ts';
import { DevProxy } from './dev-proxy.ts';
import { BuildError, formatError } from './errors.ts';
import { createSiteBuilder } from './site-builder.ts';
import { checkTypes } from './types.ts';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'quickjs' },
    profile: { type: 'string', default: 'fast-build' },
    locales: { type: 'string', default: 'locales' },
    out: { type: 'string', default: 'target/dev' },
    /** The binary is one of a release, which nothing compiles again. */
    prebuilt: { type: 'boolean', default: false },
  },
});
const { locales, out } = options;
const binary = process.env.MARQUEE ?? `target/${options.profile}/marquee`;

const proxy = new DevProxy({
  '/dev/errors': async (body) => {
    const { build, ...error } = JSON.parse(body);
    // A page of an earlier build is about to reload.
    if (build === latestBuild) void reportError({ place: 'browser', ...error }, errors);
  },
  '/dev/open': async (place) => {
    const path = resolve(place);
    if (!path.startsWith(process.cwd() + sep))
      throw new Error(`${place} is not a file of the site`);
    return openInEditor(path);
  },
  '/dev/open-message': async (body) => {
    const { code, id } = JSON.parse(body);
    const languages = await readLanguages(locales);
    const language = [code, sourceLanguage]
      .flatMap((it) => languages.filter((one) => one.code === it))
      .find(({ messages }) => messages[id] !== undefined);
    if (!language) throw new Error(`no language has ${id}`);
    const { line, column } = placeOfMessage(language, id);
    return openInEditor(`${resolve(language.file)}:${line}:${column}`);
  },
});

let latestBuild = '';
let isBuilt = false;
/** The errors of the pages of the latest version, by message and place. */
let errors = new Map<string, string>();

/**
 * Shows an error of a page in the terminal and in the open pages, once, unless a later version than its
 * own has started.
 *
 * @param ofItsVersion the errors of the version of the page
 */
async function reportError(error: PageError, ofItsVersion: typeof errors) {
  const described = await describeError(error, out);
  // The same in every language and on every page.
  const place = described.split('\n\n', 2).join();
  if (ofItsVersion !== errors || errors.has(place)) return;
  errors.set(place, described);
  console.error(`\n${described}\n`);
  proxy.update({ errors: [...errors.values()].join('\n\n') });
}

/**
 * Opens a path with its place, `file:line:column`, in the editor that runs, or in $EDITOR. Returns the URL of the place in
 * Visual Studio Code if there is none.
 */
async function openInEditor(path: string) {
  return new Promise<string | undefined>((done) => {
    launchEditor(path, () => done(`vscode://file${path}`));
    // It reports failures alone.
    setTimeout(() => done(undefined), 1_000);
  });
}

/** Child processes, which end with this one. */
const children = new Set<ChildProcess>();

let server: ChildProcess | undefined;

/**
 * Starts a server with the latest build and binary in place of the present one, which first finishes
 * its requests, and reloads the pages.
 */
const restart = debounced(async () => {
  const ofThisVersion = new Map<string, string>();
  errors = ofThisVersion;
  proxy.update({ errors: '' });
  const env = {
    PUBLIC_URL: url,
    // React's development build is several times slower.
    RENDER_TIMEOUT: '20s',
    // What they are counted by is read from the pages of a production build.
    VISIT_REPORTS: 'off',
    WEB_VITALS_SAMPLE: '0',
    ...process.env,
    ADMIN_ADDR: '127.0.0.1:0',
    DIST_DIR: out,
    DRAIN_DELAY: '0s',
    LISTEN_ADDR: '127.0.0.1:0',
    // That of the line with its address.
    ...(/^(warn|error|off)$/i.test(process.env.LOG_LEVEL ?? '') && { LOG_LEVEL: 'info' }),
  };
  const next = start(binary, [], { env, stdio: ['ignore', 'inherit', 'pipe'] });
  const port = await new Promise<number | undefined>((done) => {
    // Its log says why.
    next.once('exit', () => done(undefined));
    if (!next.stderr) return;
    createInterface(next.stderr).on('line', (line) => {
      const serving = /\baddress"?[:=]"127\.0\.0\.1:(\d+)"/.exec(line);
      if (serving) done(Number(serving[1]));
      // Browsers report errors here as well.
      if (line.includes('"message":"page did not hydrate')) return;
      const text = loggedText(line);
      if (text === null) console.error(line);
      else if (text.isError) void reportError(text, ofThisVersion);
      else void describePrinted(text, out).then((described) => console.log(described));
    });
  });
  if (port === undefined) return;
  server?.kill();
  server = next;
  proxy.serverPort = port;
  proxy.update({ version: `${Date.now()}` });
}, 0);

const builder = await createSiteBuilder({ out, locales, isDevelopment: true });

const rebuildSite = debounced(async () => {
  const began = performance.now();
  try {
    const { build } = await builder.build();
    latestBuild = build;
    isBuilt = true;
    console.log(`built ${build} in ${Math.round(performance.now() - began)} ms`);
    proxy.update({ build: '' });
    await restart();
  } catch (error) {
    isBuilt = false;
    const findings = stripVTControlCharacters(formatError(error) ?? '');
    console.error(findings);
    proxy.update({ build: findings });
  }
  void check();
});

/** Not part of the build, which they would delay. Each shows what it finds when it is done. */
const check = debounced(async () => {
  const checks = { translations: checkLocales(), types: typeFindings(), sizes: sizeFindings() };
  const shown = Object.entries(checks).map(async ([check, findings]) => {
    const found = await findings;
    if (found) console.error(found);
    proxy.update({ [check]: found });
  });
  await Promise.all(shown);
}, 0);

/** Returns the findings of `make locales`, which include those that fail the build of a language. */
function checkLocales() {
  const program = ['--import', 'tsx', 'tools/messages/cli.ts', 'check', `--locales=${locales}`];
  return new Promise<string>((resolve) => {
    execFile(process.execPath, program, (error, stdout, stderr) => {
      resolve(error ? `${stdout}${stderr}`.trim() : '');
    });
  });
}

/** Returns what fails `make build`: a message that does not exist, among others. */
async function typeFindings() {
  return checkTypes().then(() => '', formatCheck);
}

/** Returns which limits of bytes fail `make build`. What cannot be built has none. */
async function sizeFindings() {
  if (!isBuilt) return '';
  return builder.sizeErrors().then((errors) => errors.join('\n'), formatCheck);
}

/** Formats what fails `make build` alone: the page is built. */
function formatCheck(error: unknown) {
  return error instanceof BuildError ? error.message : formatError(error);
}

const rebuildServer = debounced(async () => {
  const features = ['--no-default-features', '--features', options.engine];
  const flags = ['--locked', '--profile', options.profile, ...features];
  const [status] = await once(start('cargo', ['build', ...flags]), 'exit');
  if (status === 0) await restart();
});

function start(command: string, args: string[], options: SpawnOptions = { stdio: 'inherit' }) {
  const child = spawn(command, args, options);
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => process.exit());

const url = await proxy.listen(8080);
const watchers = [
  watch(['client', 'ssr-bundle', locales], { ignoreInitial: true }).on('all', rebuildSite),
];
if (!options.prebuilt)
  watchers.push(watch('server', { ignoreInitial: true }).on('all', rebuildServer));
// It misses edits before that.
await Promise.all(watchers.map((watcher) => once(watcher, 'ready')));
await rebuildSite();
console.log(`Serving ${url}/`);
