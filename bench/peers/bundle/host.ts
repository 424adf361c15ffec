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
import { createServer, type ServerResponse } from 'node:http';
import { loadBundle } from './home-page.ts';

const { PORT, DIST_DIR = 'dist', WORKERS = '1' } = process.env;

const responses = new Map<number, ServerResponse>();

async function serve() {
  const { render, request } = await loadBundle(DIST_DIR, {
    head(id, start) {
      const type = 'text/html; charset=utf-8';
      responses.get(id)?.writeHead(200, { 'content-type': type }).write(start);
    },
    write(id, html) {
      responses.get(id)?.end(html);
    },
  });
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
