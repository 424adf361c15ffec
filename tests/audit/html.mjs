/**
 * The W3C's HTML checker on every page in every language, with the operator's
 * links and without, and on what stands in for a page that cannot be rendered;
 * fails on any error.
 *
 *     node tests/audit/html.mjs      (after `make build`; needs Java)
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { languages, startServer } from './server.mjs';

const run = promisify(execFile);
const checker = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
const paths = ['', 'no/such/page'];

const folder = await mkdtemp(join(tmpdir(), 'marquee-html-'));
const server = await startServer();
// Nothing answers there.
const content = { CONTENT_API_URL: 'http://127.0.0.1:9', CONTENT_API_TOKEN: 'none' };
const linkless = await startServer(content);
try {
  /** Address of each page by its file. */
  const addresses = new Map();
  const keep = async (address, html) => {
    const file = join(folder, `${addresses.size}.html`);
    await writeFile(file, html);
    addresses.set(basename(file), address);
  };
  for (const language of languages) {
    for (const path of paths) {
      const address = `${path}?lang=${language}`;
      await keep(`/${address}`, await (await fetch(server.url + address)).text());
    }
    const address = `?lang=${language}`;
    const withoutLinks = await (await fetch(linkless.url + address)).text();
    await keep(`/${address} without links`, withoutLinks);
    const shell = await run('target/release/marquee', ['render', '--shell', '--lang', language]);
    await keep(`the shell in ${language}`, shell.stdout);
  }
  const arguments_ = [
    '-jar',
    checker,
    '--format',
    'json',
    '--exit-zero-always',
    '--stdout',
    folder,
  ];
  const { stdout } = await run('java', arguments_, { maxBuffer: 1 << 26 });
  const { messages } = JSON.parse(stdout);
  // Of the rest, hints, there is one for each slash that React ends an `<img>` with.
  const findings = messages.filter(({ type, subType }) => type !== 'info' || subType === 'warning');
  for (const { type, subType, url, lastLine, message } of findings) {
    const place = `${addresses.get(basename(url))}, line ${lastLine}`;
    console.log(`${place}: ${subType ?? type}: ${message}`);
  }
  const errors = findings.filter(({ type }) => type !== 'info').length;
  console.log(`${addresses.size} pages, ${errors} errors, ${findings.length - errors} warnings`);
  if (errors > 0) process.exitCode = 1;
} finally {
  server.stop();
  linkless.stop();
  await rm(folder, { recursive: true });
}
