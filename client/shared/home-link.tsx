import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { addressIn } from './languages.ts';
import { isPlainClick } from './plain-click.ts';
import { usePageStore } from './store.ts';
import { useGoTo } from './use-go-to.ts';

/** A link to the site's root that keeps the language and needs no new load. */
export function HomeLink(props: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  const language = usePageStore(({ addressLanguage }) => addressLanguage);
  const goTo = useGoTo();
  const address = addressIn('/', language);

  function goHome(event: MouseEvent) {
    if (isPlainClick(event)) {
      event.preventDefault();
      goTo(address);
      window.scrollTo({ top: 0, behavior: 'instant' });
    }
  }

  return <a {...props} href={address} onClick={goHome} />;
}
