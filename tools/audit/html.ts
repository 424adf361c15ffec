/**
 * Runs the W3C's HTML checker on every page and the app shell in every language, with and without
 * operator links. Fails on any error.
 *
 *     node --import tsx tools/audit/html.ts      (after `make build`; needs Java)
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binary } from '../binary.ts';
import { languages, startServer } from './server.ts';

const checker = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');

const folder = await mkdtemp(join(tmpdir(), 'marquee-html-'));
const server = await startServer();
// Nothing listens on this port.
const content = { CONTENT_API_URL: 'http://127.0.0.1:9', CONTENT_API_TOKEN: 'none' };
const linkless = await startServer(content);
try {
  for (const lang of languages) {
    const pages = {
      home: await fetch(`${server.url}?lang=${lang}`),
      'not-found': await fetch(`${server.url}no/such/page?lang=${lang}`),
      'without-links': await fetch(`${linkless.url}?lang=${lang}`),
      shell: new Response(execFileSync(binary, ['render', '--shell', '--lang', lang])),
    };
    for (const [name, page] of Object.entries(pages))
      await writeFile(join(folder, `${name}-${lang}.html`), await page.text());
  }
  // Without hints, such as one for each `<img/>` of React.
  const options = ['-jar', checker, '--errors-only', folder];
  process.exitCode = spawnSync('java', options, { stdio: 'inherit' }).status ?? 1;
} finally {
  server.stop();
  linkless.stop();
  await rm(folder, { recursive: true });
}
