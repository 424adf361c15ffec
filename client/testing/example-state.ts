import { inject } from 'vitest';
import { initialData } from '../state/data.ts';
import type { PageState } from '../state/page-state.ts';

/** The real messages, compiled as in the build. */
export const locales = inject('locales');

/** Returns the state of an English home page with all links known. */
export function exampleState(changes: Partial<PageState> = {}): PageState {
  const language = changes.currentLanguage ?? 'en';
  return {
    build: 'test',
    path: '/',
    htmlLength: 0,
    currentLanguage: language,
    link: 'https://operator.example/',
    blogLink: 'https://blog.example/',
    messagingLink: 'https://message.example/us',
    data: initialData,
    seed: 1,
    locales: locales.map(({ code, name, dir }) => ({
      code,
      name,
      dir,
      messages: `/messages-${code}.json`,
    })),
    messages: locales.find(({ code }) => code === language)?.table ?? {},
    ...changes,
  };
}
