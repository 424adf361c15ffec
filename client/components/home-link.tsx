import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { focusMain } from '../dom/focus-main.ts';
import { isPlainClick } from '../dom/plain-click.ts';
import { useGoTo } from '../hooks/use-go-to.ts';
import { useUrlLanguage } from '../language/store.ts';
import { urlIn } from '../language/url.ts';

/** A client-side link to the home page that keeps the language. */
export function HomeLink(props: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  const language = useUrlLanguage();
  const goTo = useGoTo();
  const url = urlIn('/', language);

  function goHome(event: MouseEvent) {
    if (isPlainClick(event)) {
      event.preventDefault();
      goTo(url);
      window.scrollTo({ top: 0, behavior: 'instant' });
      focusMain();
    }
  }

  return <a {...props} href={url} onClick={goHome} />;
}
