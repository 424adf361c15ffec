/** Entry point of the server bundle: the functions that the engine calls. */
import './host.ts';
import { StaticRouter } from 'react-router-dom';
import { App, createStores } from '../client/app/app.tsx';
import { urlIn } from '../client/language/url.ts';
import { documentEnd, documentStart, shellEnd } from './document.ts';
import { writeHead, writeHtml } from './host.ts';
import { describePage } from './page.ts';
import { renderApp } from './render-app.ts';
import type { PageRequest, Site } from './site.ts';

/** For the build, which writes them to `site.json`. */
export { routes } from '../client/app/pages.ts';

let site: Site;

/** Called once, before the first render. */
export function configure(configuration: Site): void {
  site = configuration;
}

/**
 * Renders a page into the host's writer with this id. Resolves when everything was written. Rejects
 * when the render fails; the output so far is then the start of the page's app shell.
 */
export async function render(id: number, request: PageRequest): Promise<void> {
  const page = describePage(site, request);
  // First, so that a browser can load the head's resources while React renders.
  writeHead(id, documentStart(site, page));
  const tree = (
    <StaticRouter location={urlIn(page.path, page.isLocaleFixed ? page.locale : null)}>
      <App {...createStores(page.state)} />
    </StaticRouter>
  );
  const app = await renderApp(tree);
  writeHtml(id, app + documentEnd({ ...page.state, htmlLength: app.length }));
}

/**
 * Writes the app shell, a client-rendered fallback for a failed render. It starts with the same HTML
 * as the page, which may already have been sent.
 */
export function shell(id: number, request: PageRequest): void {
  const page = describePage(site, request);
  writeHead(id, documentStart(site, page));
  writeHtml(id, shellEnd(page));
}
