import type english from '../../locales/en.json';

/** Id of a message; a misspelt one does not compile. */
export type MessageId = keyof typeof english;

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId;
    }
  }
}
