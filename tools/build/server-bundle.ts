import { JSDOM } from 'jsdom';
import type { Route } from '../../client/app/pages.ts';
import type { PageRequest, Site } from '../../ssr-bundle/site.ts';
import { BuildError } from './errors.ts';
import type { Files } from './output-files.ts';
import { withSourcePlaces } from './source-places.ts';

/** What a page has in this build, so that the server can tell a whole page from a blank one. */
interface BuiltPage {
  path: string;
  locale: string;
  /** Size of the HTML. */
  bytes: number;
  /** The texts of `parts` that are in it. */
  parts: string[];
}

export interface ServerBundle {
  /** The site's paths. */
  routes: readonly Route[];
  /** Renders each page in each locale, the not-found page among them. */
  renderPages(site: Site): Promise<{ pages: BuiltPage[]; counted: Counted }>;
}

/** What the server counts visits by, and nothing else, so that its time series are bounded. */
export interface Counted {
  /** Parts of pages, as `data-place` names them. The innermost one of a click counts. */
  places: string[];
  /** Links to other sites, as `data-link` names them. */
  links: string[];
}

/** The landmarks, and the state for hydration. */
const parts = ['<header', '<nav', '<main', '<footer', 'id="state"'];

/** Throws what a task throws, and what a promise of it is rejected with that nobody handles. */
async function withRejections<T>(task: () => Promise<T>): Promise<T> {
  const rejections: unknown[] = [];
  const record = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', record);
  try {
    const result = await task();
    // Node reports them when no other code waits to run.
    await new Promise(setImmediate);
    if (rejections.length > 0) throw rejections[0];
    return result;
  } finally {
    process.off('unhandledRejection', record);
  }
}

/** Adds what visits of a page are counted by. */
function addCounted({ places, links }: Counted, html: string) {
  const { document } = new JSDOM(html).window;
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-place], [data-link]')) {
    const { place = '', link = '' } = dataset;
    if (place && !places.includes(place)) places.push(place);
    if (link && !links.includes(link)) links.push(link);
  }
}

let evaluations = 0;

/** Evaluates the server bundle. */
export async function loadServerBundle(server: Files, sourceMaps: Files): Promise<ServerBundle> {
  const code = server.find(({ path }) => path.endsWith('.js'));
  if (!code) throw new Error('the server bundle is missing');
  const map = sourceMaps.find(({ path }) => path.endsWith('/server/entry.js.map'));

  async function orBuildError<T>(what: string, task: () => Promise<T>): Promise<T> {
    try {
      return await withRejections(task);
    } catch (error) {
      const stack = error instanceof Error ? `${error.stack}` : String(error);
      const described = await withSourcePlaces(stack, async () =>
        map ? `${Buffer.from(map.contents)}` : null,
      );
      throw new BuildError([`${what}: ${described}`]);
    }
  }

  // The name in stack traces, in place of a URL of a megabyte.
  const source = Buffer.from(`${Buffer.from(code.contents)}\n//# sourceURL=entry.js`);
  // Of its own each time: the module of a known URL is not evaluated again, and would reject nothing.
  evaluations += 1;
  const url = `data:text/javascript;base64,${source.toString('base64')}#${evaluations}`;
  const bundle: typeof import('../../ssr-bundle/entry.server.tsx') = await orBuildError(
    'the server bundle cannot be evaluated',
    () => import(url),
  );

  async function renderPage(path: string, locale: string): Promise<string> {
    const where = `the page ${path} in ${locale}`;
    const page = { path, locale, isLocaleFixed: false, canonicalUrl: null, alternates: [] };
    const request: PageRequest = { page, link: null, blogLink: null, seed: 0 };
    let html = '';
    const write = (text: string) => {
      html += text;
    };
    const written = { head: write, write };
    await orBuildError(`${where} cannot be rendered`, () => bundle.render(written, request));
    for (const tag of ['<h1', '<title>']) {
      const count = html.split(tag).length - 1;
      if (count !== 1) throw new BuildError([`${where} has ${count} \`${tag}\`, not one`]);
    }
    return html;
  }

  return {
    routes: bundle.routes,
    async renderPages(site) {
      bundle.configure(site);
      const paths = bundle.routes.flatMap((route) =>
        route.redirect === undefined ? route.path : [],
      );
      const pages: BuiltPage[] = [];
      const counted: Counted = { places: [], links: [] };
      for (const path of [...paths, '/404']) {
        for (const [index, { code }] of site.locales.entries()) {
          const html = await renderPage(path, code);
          pages.push({
            path,
            locale: code,
            bytes: Buffer.byteLength(html),
            parts: parts.filter((part) => html.includes(part)),
          });
          // The same in every language.
          if (index === 0) addCounted(counted, html);
        }
      }
      return { pages, counted };
    },
  };
}
