import type { MessageId } from './message-id.ts';

/** What a page says about itself in the document's head. */
export interface PageMeta {
  title: MessageId;
  description: MessageId;
}

export const homeMeta: PageMeta = {
  title: 'page.home.title',
  description: 'page.home.description',
};

/** By the names that `routes.json` gives to pages. */
const metas = new Map([['home', homeMeta]]);

export function metaOf(page: string): PageMeta {
  const meta = metas.get(page);
  if (!meta) throw new Error(`the page ${page} says nothing about itself`);
  return meta;
}

export const notFoundMeta: PageMeta = {
  title: 'page.notFound.title',
  description: 'page.notFound.description',
};
