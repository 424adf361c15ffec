import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { isPlainClick } from '../dom/plain-click.ts';
import { takeFocus } from '../dom/take-focus.ts';
import { useGoTo } from '../hooks/use-go-to.ts';
import { urlIn } from '../language/url.ts';
import { useUrlLanguage } from '../language/use-url-language.ts';

/** A client-side link to the home page that keeps the language. */
export function HomeLink(props: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  const language = useUrlLanguage();
  const goTo = useGoTo();
  const url = urlIn('/', language);

  function goHome(event: MouseEvent) {
    if (isPlainClick(event)) {
      event.preventDefault();
      // `AppRoutes` moves the focus to another page.
      if (window.location.pathname === '/') takeFocus(document.getElementById('main'));
      goTo(url);
      window.scrollTo({ top: 0, behavior: 'instant' });
    }
  }

  return <a {...props} href={url} onClick={goHome} />;
}
