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

export const notFoundMeta: PageMeta = {
  title: 'page.notFound.title',
  description: 'page.notFound.description',
};
