/**
 * Runs the W3C's HTML checker on every page and the app shell in every language, with and without
 * operator links. Fails on any error.
 *
 *     node --import tsx tools/audit/html.ts      (after `make build`; needs Java)
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { binary } from '../binary.ts';
import { languages, startServer } from './server.ts';

/** What the checker reports. */
interface Message {
  type: string;
  subType?: string;
  url: string;
  lastLine: number;
  message: string;
}

const run = promisify(execFile);
const checker = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
const paths = ['', 'no/such/page'];

const folder = await mkdtemp(join(tmpdir(), 'marquee-html-'));
const server = await startServer();
// Nothing listens on this port.
const content = { CONTENT_API_URL: 'http://127.0.0.1:9', CONTENT_API_TOKEN: 'none' };
const linkless = await startServer(content);
try {
  /** URLs of the pages by file. */
  const urls = new Map<string, string>();
  const save = async (url: string, html: string) => {
    const file = join(folder, `${urls.size}.html`);
    await writeFile(file, html);
    urls.set(basename(file), url);
  };
  for (const language of languages) {
    for (const path of paths) {
      const url = `${path}?lang=${language}`;
      await save(`/${url}`, await (await fetch(server.url + url)).text());
    }
    const url = `?lang=${language}`;
    const withoutLinks = await (await fetch(linkless.url + url)).text();
    await save(`/${url} without links`, withoutLinks);
    const shell = await run(binary, ['render', '--shell', '--lang', language]);
    await save(`the app shell in ${language}`, shell.stdout);
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
  const { messages }: { messages: Message[] } = JSON.parse(stdout);
  // Ignores hints, such as one for each `<img/>` of React.
  const findings = messages.filter(({ type, subType }) => type !== 'info' || subType === 'warning');
  for (const { type, subType, url, lastLine, message } of findings) {
    const location = `${urls.get(basename(url))}, line ${lastLine}`;
    console.log(`${location}: ${subType ?? type}: ${message}`);
  }
  const errors = findings.filter(({ type }) => type !== 'info').length;
  console.log(`${urls.size} pages, ${errors} errors, ${findings.length - errors} warnings`);
  if (errors > 0) process.exitCode = 1;
} finally {
  server.stop();
  linkless.stop();
  await rm(folder, { recursive: true });
}
