/** Checks that servers send the page of Marquee's own server bundle. */

import type { Running } from './loads.ts';
import { loadBundle } from './peers/bundle/home-page.ts';
import { dist } from './servers.ts';

/**
 * Fails if a server's first page differs from the one with the same table rows by more than what
 * React decides when it renders the whole document: line breaks, the case of the doctype, the slash
 * of the last element, and the length of the app, which is known only when it is complete.
 */
export async function checkPage({ first, server }: Running) {
  const html = first.body.toString();
  const [, seed] = /"seed":(\d+)/.exec(html) ?? [];
  const page = normalized(html);
  const reference = normalized(await render(Number(seed)));
  if (page === reference) return;
  let place = 0;
  while (page[place] === reference[place]) place += 1;
  const excerpt = (text: string) => text.slice(Math.max(0, place - 40), place + 40);
  throw new Error(
    `${server.name} sends another page: "${excerpt(page)}", not "${excerpt(reference)}"`,
  );
}

const normalized = (html: string) =>
  html
    .replaceAll('\n', '')
    .replace('/></body>', '></body>')
    .replace(/^<!doctype/i, '<!doctype')
    .replace(/"htmlLength":\d+/, '');

let bundle: ReturnType<typeof loadBundle> | undefined;

async function render(seed: number) {
  bundle ??= loadBundle(dist);
  const { request, render } = await bundle;
  let page = '';
  const write = (html: string) => {
    page += html;
  };
  await render({ head: write, write }, { ...request, seed });
  return page;
}
