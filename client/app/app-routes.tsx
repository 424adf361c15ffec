import { Navigate, useLocation } from 'react-router-dom';
import { urlIn } from '../i18n/languages.ts';
import { usePageStore } from '../state/store.ts';
import { resolvePath } from './pages.ts';
import { useDocumentMeta } from './use-document-meta.ts';
import { usePageFocus } from './use-page-focus.ts';

/** The page at the current path. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const language = usePageStore(({ urlLanguage }) => urlLanguage);
  const { page, redirect } = resolvePath(pathname);
  useDocumentMeta(page);
  usePageFocus(page);

  if (redirect !== undefined) return <Navigate to={urlIn(redirect, language)} replace />;
  const { component: Content } = page;
  return <Content />;
}
