import { Navigate, useLocation } from 'react-router-dom';
import { useUrlLanguage } from '../language/store.ts';
import { urlIn } from '../language/url.ts';
import { resolvePath } from './pages.ts';
import { useDocumentMeta } from './use-document-meta.ts';
import { usePageFocus } from './use-page-focus.ts';

/** The page at the current path. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const language = useUrlLanguage();
  const { page, redirect } = resolvePath(pathname);
  useDocumentMeta(page);
  usePageFocus(page);

  if (redirect !== undefined) return <Navigate to={urlIn(redirect, language)} replace />;
  const { component: Content } = page;
  return <Content />;
}
