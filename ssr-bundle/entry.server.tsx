/** Entry point of the server bundle: the functions that the engine calls. */
import { captureOwnerStack } from 'react';
import { StaticRouter } from 'react-router-dom';
import { App } from '../client/app/app.tsx';
import { routesOfSite } from '../client/app/pages.ts';
import { urlIn } from '../client/language/url.ts';
import { createPageStore } from '../client/state/store.ts';
import { documentEnd, documentStart, shellEnd } from './document.ts';
import { describePage, type PageDescription } from './page.ts';
import { addPlacesToConsole } from './printed-places.ts';
import { renderApp } from './render-app.ts';
import type { PageRequest, Site } from './site.ts';

/** For the build, which writes them to `site.json`. */
export const routes = routesOfSite();

/** The renderer's writer of a page. */
interface Page {
  /** Writes the HTML before the app, which may be sent before the app is rendered. */
  head(html: string): void;
  write(html: string): void;
}

let site: Site;

/** Called once, before the first render. */
export function configure(configuration: Site): void {
  site = configuration;
  if (process.env.NODE_ENV !== 'production') addPlacesToConsole(captureOwnerStack);
}

/**
 * Renders a page. Resolves when everything was written. Rejects when the render fails; the output so far
 * is then the start of the page's app shell.
 */
export async function render(page: Page, request: PageRequest): Promise<void> {
  const description = writeStart(page, request);
  const { path, locale, isLocaleFixed, state } = description;
  const tree = (
    <StaticRouter location={urlIn(path, isLocaleFixed ? locale : null)}>
      <App store={createPageStore(state)} />
    </StaticRouter>
  );
  const app = await renderApp(tree);
  page.write(app + documentEnd(site, description, app.length));
}

/**
 * Writes the app shell, a client-rendered fallback for a failed render. It starts with the same HTML
 * as the page, which may already have been sent.
 */
export function shell(page: Page, request: PageRequest): void {
  page.write(shellEnd(site, writeStart(page, request)));
}

function writeStart(page: Page, request: PageRequest): PageDescription {
  const description = describePage(site, request);
  page.head(documentStart(site, description));
  return description;
}
