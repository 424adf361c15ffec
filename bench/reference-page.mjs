/** Checks that servers send the page of Marquee's own server bundle. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { entryOf, homePage } from './peers/bundle/home-page.mjs';
import { dist } from './servers.mjs';

/**
 * Fails if a server's first page differs from the one with the same table rows by more than what
 * React decides when it renders the whole document: line breaks, and the case of the doctype.
 */
export async function checkPage({ first, server }) {
  const html = first.body.toString();
  const [, seed] = /"seed":(\d+)/.exec(html) ?? [];
  const [page, reference] = [html, await render(Number(seed))].map(normalized);
  if (page === reference) return;
  let place = 0;
  while (page[place] === reference[place]) place += 1;
  const excerpt = (text) => text.slice(Math.max(0, place - 40), place + 40);
  throw new Error(
    `${server.name} sends another page: "${excerpt(page)}", not "${excerpt(reference)}"`,
  );
}

const normalized = (html) => html.replaceAll('\n', '').replace(/^<!doctype/i, '<!doctype');

let bundle;

async function render(seed) {
  bundle ??= load();
  const { request, pages, render } = await bundle;
  await render(seed, { ...request, seed });
  return pages.get(seed);
}

/** Loads the bundle with a host that stores the pages by their ids. */
async function load() {
  const pages = new Map();
  globalThis.marquee = {
    head: (id, start) => pages.set(id, start),
    write: (id, html) => pages.set(id, pages.get(id) + html),
  };
  const { configure, render } = await import(pathToFileURL(resolve(entryOf(dist))).href);
  const { site, request } = homePage(dist);
  configure(site);
  return { request, pages, render };
}
