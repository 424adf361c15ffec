/** The language in URLs: that of `?lang=`; a URL without it has the negotiated one. */

/** Returns the URL of a path, or of a place there, with `?lang=`, or without if the language is null (negotiated). */
export function urlIn(path: string, language: string | null): string {
  return language === null ? path : path.replace(/#|$/, `?lang=${language}$&`);
}

/** Returns the URL of the page that the browser shows now, in a language. */
export function currentUrlIn(code: string): string {
  // A path with two leading slashes would be a scheme-relative URL.
  return urlIn(window.location.pathname.replace(/^\/+/, '/'), code);
}

/**
 * Returns the language of `?lang=` in a query string, or null if absent or unknown. The server redirects
 * from every other spelling.
 */
export function languageInUrl(search: string, locales: { code: string }[]): string | null {
  const requested = /[?&]lang=([^&]*)/.exec(search)?.[1];
  return locales.find(({ code }) => code === requested)?.code ?? null;
}
