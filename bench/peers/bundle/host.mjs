/**
 * Marquee's own server bundle behind `node:http`: the home page in English,
 * rendered for every request: the head at once, the rest when React has rendered it.
 *
 *     PORT=8080 DIST_DIR=../../../dist node host.mjs     (or deno run -A, or bun)
 *     WORKERS=2 …                                        as many processes
 */
import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { entryOf, homePage } from './home-page.mjs';

const { PORT, DIST_DIR = '../../../dist', WORKERS = '1' } = process.env;

/** What Marquee gives a bundle to write its pages with. */
const responses = new Map();
globalThis.marquee = {
  head(id, start) {
    responses.get(id).writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(start);
  },
  write(id, html) {
    responses.get(id).end(html);
  },
};

async function serve() {
  const { configure, render } = await import(pathToFileURL(resolve(entryOf(DIST_DIR))).href);
  const { site, request } = homePage(DIST_DIR);
  configure(site);
  let id = 0;
  createServer(async (_request, response) => {
    const own = ++id;
    responses.set(own, response);
    await render(own, { ...request, seed: own });
    responses.delete(own);
  }).listen(Number(PORT), '127.0.0.1');
}

if (Number(WORKERS) > 1 && cluster.isPrimary) {
  for (let worker = 0; worker < Number(WORKERS); worker += 1) cluster.fork();
} else {
  await serve();
}
