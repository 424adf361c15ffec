/** The server's side of the pages: what the engine calls. */
import './host.ts';
import { StaticRouter } from 'react-router-dom';
import { App } from '../client/app/app.tsx';
import { addressIn } from '../client/shared/languages.ts';
import { createPageStore } from '../client/shared/store.ts';
import { documentEnd, documentStart, emptyPage } from './document.ts';
import { writeHead, writeHtml } from './host.ts';
import { describePage } from './page.ts';
import type { PageRequest, Site } from './site.ts';
import { streamPage } from './stream-page.ts';

/** The list of paths, for the build. */
export { routes } from '../client/app/pages.ts';

let site: Site;

/** Called once, before the first render. */
export function configure(configuration: Site): void {
  site = configuration;
}

/**
 * Renders one page into the host's writer of that id. It settles when all was
 * written or the visitor has left, and rejects when the page failed; what was
 * written until then is how its shell begins.
 */
export async function render(id: number, request: PageRequest): Promise<void> {
  const page = describePage(site, request);
  // First, so that a browser can ask for what the head names while React is at work.
  writeHead(id, documentStart(site, page));
  const store = createPageStore(page.state);
  const tree = (
    <StaticRouter location={addressIn(page.path, page.state.addressLanguage)}>
      <App store={store} />
    </StaticRouter>
  );
  await streamPage(id, tree, documentEnd(page.state));
}

/**
 * Writes a page without its content, for the client to render: what visitors
 * get when their page cannot be rendered. It begins as the page does, which may
 * have been sent by then.
 */
export function shell(id: number, request: PageRequest): void {
  const page = describePage(site, request);
  writeHead(id, documentStart(site, page));
  writeHtml(id, emptyPage(page));
}
