import { Navigate, useLocation } from 'react-router-dom';
import { urlIn } from '../shared/languages.ts';
import { usePageStore } from '../shared/store.ts';
import { resolvePath } from './pages.ts';
import { useDocumentMeta } from './use-document-meta.ts';

/** The page at the current path. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const language = usePageStore(({ urlLanguage }) => urlLanguage);
  const { page, redirect } = resolvePath(pathname);
  useDocumentMeta(page);

  if (redirect !== undefined) return <Navigate to={urlIn(redirect, language)} replace />;
  const { component: Content } = page;
  return <Content />;
}
