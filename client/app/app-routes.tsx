import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { takeFocus } from '../dom/take-focus.ts';
import { urlIn } from '../language/url.ts';
import { useUrlLanguage } from '../language/use-url-language.ts';
import { usePageStore } from '../state/store.ts';
import type { PageDefinition } from './page-definition.ts';
import { resolvePath } from './pages.ts';
import { useDocumentMeta } from './use-document-meta.ts';

/** The page at the current path: where a page was served, that one, whatever the path is. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const path = usePageStore((store) => (pathname === store.servedAt ? store.path : pathname));
  const language = useUrlLanguage();
  const navigate = useNavigate();
  const { page, redirect } = resolvePath(path);
  useDocumentMeta(page);
  usePageFocus(page);

  useEffect(() => {
    if (redirect !== undefined) navigate(urlIn(redirect, language), { replace: true });
  }, [redirect, language, navigate]);

  const { component: Content } = page;
  return <Content />;
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
