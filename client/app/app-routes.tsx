import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import { newTabNote } from '../components/outgoing-link.tsx';
import { takeFocus } from '../dom/take-focus.ts';
import { urlIn } from '../language/url.ts';
import { useUrlLanguage } from '../language/use-url-language.ts';
import { redirects } from '../site/config.ts';
import { Layout } from '../site/layout.tsx';
import { usePageStore } from '../state/store.ts';
import './app.css';
import type { PageDefinition } from './page-definition.ts';
import { pageAt } from './pages.ts';
import { useDocumentMeta } from './use-document-meta.ts';

/** The page at the current path: where a page was served, that one, whatever the path is. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const path = usePageStore((store) => (pathname === store.servedAt ? store.path : pathname));
  const language = useUrlLanguage();
  const navigate = useNavigate();
  const { formatMessage } = useIntl();
  const fetchLink = usePageStore((store) => store.fetchLink);
  const redirect = redirects[path];
  const page = pageAt(redirect ?? path);
  useDocumentMeta(page);
  usePageFocus(page);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is shown asks for it
  useEffect(() => void fetchLink(), [fetchLink, page]);

  useEffect(() => {
    if (redirect !== undefined) navigate(urlIn(redirect, language), { replace: true });
  }, [redirect, language, navigate]);

  return (
    <>
      <a className="skip-link needs-screen" href="#main">
        {formatMessage({ id: 'layout.skip.content' })}
      </a>
      <Layout>
        <page.component />
      </Layout>
      <p id={newTabNote} hidden>
        {formatMessage({ id: 'layout.newTab.note' })}
      </p>
    </>
  );
}

/** Moves the focus to a page that replaces another one, whose elements took the focus with them. */
function usePageFocus(page: PageDefinition): void {
  const shown = useRef(page);

  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    takeFocus(document.getElementById('main'));
  }, [page]);
}
