import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { isPlainClick } from '../dom/plain-click.ts';
import { takeFocus } from '../dom/take-focus.ts';
import { useGoTo } from '../hooks/use-go-to.ts';
import { urlIn } from '../language/url.ts';
import { useUrlLanguage } from '../language/use-url-language.ts';

interface PageLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path of the page, or of a place on it (`/#trips`); by default the home page. */
  to?: string;
}

/** A client-side link to a page of the site that keeps the language. */
export function PageLink({ to = '/', ...props }: PageLinkProps) {
  const language = useUrlLanguage();
  const goTo = useGoTo();
  const url = urlIn(to, language);

  function goToPage(event: MouseEvent) {
    // The browser knows the way to a place on a page.
    if (isPlainClick(event) && !to.includes('#')) {
      event.preventDefault();
      // `AppRoutes` moves the focus to another page.
      if (window.location.pathname === to) takeFocus(document.getElementById('main'));
      goTo(url);
      window.scrollTo({ top: 0, behavior: 'instant' });
    }
  }

  return <a {...props} href={url} onClick={goToPage} />;
}
