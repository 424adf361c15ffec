import { Navigate, useLocation } from 'react-router-dom';
import { HomePage } from '../pages/home/home-page.tsx';
import { NotFoundPage } from '../pages/not-found/not-found-page.tsx';
import routes from '../routes.json' with { type: 'json' };
import { addressIn } from '../shared/languages.ts';
import { usePageStore } from '../shared/store.ts';

/** The pages that `routes.json` names. */
const pages = new Map([['home', HomePage]]);

/**
 * The routes of `routes.json`, compared to the byte as the server does. The
 * router's own matching knows no case and no last slash, and has no route at all
 * for a path with an escaped line end.
 */
export function AppRoutes() {
  const { pathname } = useLocation();
  const language = usePageStore(({ addressLanguage }) => addressLanguage);

  const route = routes.find(({ path }) => path === pathname);
  if (!route) return <NotFoundPage />;
  if (route.redirect !== undefined) {
    return <Navigate to={addressIn(route.redirect, language)} replace />;
  }
  const Page = pages.get(route.page);
  if (!Page) throw new Error(`there is no page ${route.page}`);
  return <Page />;
}
