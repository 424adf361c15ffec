import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isPlainClick } from './plain-click.ts';
import { usePageStore } from './store.ts';

/** A link to the site's root that keeps the language and needs no new load. */
export function HomeLink(props: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  const language = usePageStore(({ addressLanguage }) => addressLanguage);
  const navigate = useNavigate();
  const address = language === null ? '/' : `/?lang=${language}`;

  function goHome(event: MouseEvent) {
    if (isPlainClick(event)) {
      event.preventDefault();
      navigate(address);
      window.scrollTo({ top: 0, behavior: 'instant' });
    }
  }

  return <a {...props} href={address} onClick={goHome} />;
}
