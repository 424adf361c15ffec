/**
 * Marquee's own server bundle behind `node:http`: the home page in English,
 * rendered for every request: the head at once, the rest when React has rendered it.
 *
 *     PORT=8080 DIST_DIR=dist node target/bench/host.mjs     (or deno run -A, or bun)
 *     WORKERS=2 …                                            as many processes
 *
 * `make bench` bundles it, since the oldest Node of the comparison runs no TypeScript.
 */
import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { loadBundle } from './home-page.ts';

const { PORT, DIST_DIR = 'dist', WORKERS = '1' } = process.env;

async function serve() {
  const { render, request } = await loadBundle(DIST_DIR);
  const type = 'text/html; charset=utf-8';
  let seed = 0;
  createServer(async (_request, response) => {
    const page = {
      head: (start: string) => response.writeHead(200, { 'content-type': type }).write(start),
      write: (html: string) => response.end(html),
    };
    await render(page, { ...request, seed: ++seed });
  }).listen(Number(PORT), '127.0.0.1');
}

if (Number(WORKERS) > 1 && cluster.isPrimary) {
  for (let worker = 0; worker < Number(WORKERS); worker += 1) cluster.fork();
} else {
  await serve();
}
