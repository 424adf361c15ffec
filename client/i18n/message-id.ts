import type english from '../../locales/en.json';

/** Id of a message. */
export type MessageId = keyof typeof english;

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId;
    }
  }
}
