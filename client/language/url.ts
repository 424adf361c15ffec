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
