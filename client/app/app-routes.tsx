import { Navigate, Route, Routes } from 'react-router-dom';
import { HomePage } from '../pages/home/home-page.tsx';
import { NotFoundPage } from '../pages/not-found/not-found-page.tsx';
import routes from '../routes.json' with { type: 'json' };
import { usePageStore } from '../shared/store.ts';

/** The pages that `routes.json` names. */
const pages = new Map([['home', HomePage]]);

/** The routes of `routes.json`, which the server follows as well. */
export function AppRoutes() {
  const language = usePageStore(({ addressLanguage }) => addressLanguage);
  const search = language === null ? '' : `?lang=${language}`;

  return (
    <Routes>
      {routes.map(({ path, page = '', redirect = '/' }) => {
        const Page = pages.get(page);
        const element = Page ? <Page /> : <Navigate to={redirect + search} replace />;
        return <Route key={path} path={path} element={element} />;
      })}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
