import { StaticRouter } from 'react-router-dom';
import { App } from '../../../client/app/app.tsx';
import { createPageStore } from '../../../client/state/store.ts';
import { documentEnd, stateJson } from '../../../ssr-bundle/document.ts';
import { documentHead } from '../../../ssr-bundle/head.ts';
import { describePage } from '../../../ssr-bundle/page.ts';
import { homePage } from '../bundle/home-page.ts';

const { site, request } = homePage(process.env.DIST_DIR ?? '../../../dist');

const pageWith = (seed: number) => describePage(site, { ...request, seed });

const head = documentHead(site, pageWith(0));

/** What follows the app in Marquee's own document, but for the state. */
const end = documentEnd(site, pageWith(0), 0);
const [, attributes = ''] = /id="state"([^>]*)>/.exec(end) ?? [];
const stateAttributes = Object.fromEntries(
  Array.from(attributes.matchAll(/ ([\w-]+)="([^"]*)"/g), ([, name = '', value]) => [name, value]),
);
const [, linkedData = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(end) ?? [];

/** Marquee's home page as a whole document, with table rows of its own. */
export function HomeDocument() {
  const { state } = pageWith(Math.floor(Math.random() * 2 ** 32));
  return (
    <html lang="en" dir="ltr" className="is-static">
      <head dangerouslySetInnerHTML={{ __html: head }} />
      <body lang="en">
        <div id="app">
          <StaticRouter location="/">
            <App store={createPageStore(state)} />
          </StaticRouter>
        </div>
        <script
          type="application/json"
          id="state"
          {...stateAttributes}
          dangerouslySetInnerHTML={{ __html: stateJson(state) }}
        />
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: linkedData }} />
        <link rel="stylesheet" media="print" href={site.assets.print} />
      </body>
    </html>
  );
}
