/**
 * What this site has of React Intl. Instead of the library's own types, which promise formatters whose work
 * the build does (ADR 0007).
 */
declare module 'react-intl' {
  type PageIntl = import('./language/intl.ts').PageIntl;

  const RawIntlProvider: import('react').Provider<PageIntl>;
  function useIntl(): PageIntl;
}
