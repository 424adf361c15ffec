import { intlFor, type PageIntl } from './intl.ts';
import { isLoadable, messageSource, type PageLanguages } from './messages.ts';
import { currentUrlIn } from './url.ts';

/** The languages of a page, in its store. */
export interface LanguageState {
  /** What the text is in. It follows `currentLanguage` when the messages have arrived. */
  shown: PageIntl;
  /** Whether the last change failed, until the language menu is closed. */
  hasFailed: boolean;
  /** Whether an extension or a translation has replaced text nodes, which React then cannot update. */
  isRewritten: boolean;
  /** Loads the messages of all languages in advance. */
  preload: () => void;
  /**
   * Shows a language, unless the visitor navigates or chooses another one before it is loaded.
   *
   * @param code the language, or null for that in which the page was served
   * @param goTo for one whose URL is another: navigates there once it is loaded
   */
  show: (code: string | null, goTo?: (url: string) => void) => Promise<void>;
}

/** Creates the part of a page's store with its languages. */
export function languageState(
  page: PageLanguages,
  set: (changes: Partial<LanguageState & Pick<PageLanguages, 'currentLanguage'>>) => void,
  get: () => LanguageState,
): LanguageState {
  const source = messageSource(page);
  let latest: symbol;

  return {
    shown: intlFor(page.currentLanguage, page.messages),
    hasFailed: false,
    isRewritten: false,
    preload: source.preload,

    async show(code, goTo) {
      const language = code ?? page.currentLanguage;
      set({ currentLanguage: language, hasFailed: false });
      const change = Symbol();
      latest = change;
      if (!goTo && language === get().shown.locale) return;

      const { href } = window.location;
      // The router reports a navigation only after it has rendered the page.
      const isCanceled = () => latest !== change || window.location.href !== href;
      const messages = get().isRewritten ? 'gone' : await source.load(language);
      if (isCanceled()) return;
      const url = currentUrlIn(language);
      if (messages !== null && messages !== 'gone' && !get().isRewritten) {
        set({ shown: intlFor(language, messages) });
        goTo?.(url);
        return;
      }
      // Only a page load can show it, which must succeed.
      const canLoad = messages !== null && (await isLoadable(language));
      if (isCanceled()) return;
      set({ currentLanguage: get().shown.locale, hasFailed: !canLoad });
      if (!canLoad) return;
      if (goTo) window.location.assign(url);
      else window.location.reload();
    },
  };
}
