import { Navigate, useLocation } from 'react-router-dom';
import { addressIn } from '../shared/languages.ts';
import { usePageStore } from '../shared/store.ts';
import { resolvePath } from './pages.ts';
import { useDocumentMeta } from './use-document-meta.ts';

/** The page at the current path. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const language = usePageStore(({ addressLanguage }) => addressLanguage);
  const { page, redirect } = resolvePath(pathname);
  useDocumentMeta(page);

  if (redirect !== undefined) return <Navigate to={addressIn(redirect, language)} replace />;
  const { component: Content } = page;
  return <Content />;
}
