import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { urlIn } from './languages.ts';
import { isPlainClick } from './plain-click.ts';
import { usePageStore } from './store.ts';
import { useGoTo } from './use-go-to.ts';

/** A client-side link to the home page that keeps the language. */
export function HomeLink(props: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  const language = usePageStore(({ urlLanguage }) => urlLanguage);
  const goTo = useGoTo();
  const url = urlIn('/', language);

  function goHome(event: MouseEvent) {
    if (isPlainClick(event)) {
      event.preventDefault();
      goTo(url);
      window.scrollTo({ top: 0, behavior: 'instant' });
    }
  }

  return <a {...props} href={url} onClick={goHome} />;
}
