/** Marquee's bundle, and what Marquee passes it for the home page in English, by default. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRequest, Site, SiteLocale } from '../../../ssr-bundle/site.ts';

const origin = 'http://127.0.0.1:8080';

type Bundle = typeof import('../../../ssr-bundle/entry.server.tsx');

interface Manifest {
  build: string;
  assets: Site['assets'];
  locales: (Omit<SiteLocale, 'table'> & { file: string; isPseudo?: boolean })[];
}

/** Loads and configures the server bundle of a build; `request` is that of the home page without its seed. */
export async function loadBundle(distFolder: string) {
  const entry = pathToFileURL(resolve(distFolder, 'server/entry.js'));
  const { configure, render }: Bundle = await import(entry.href);
  const { site, request } = homePage(distFolder);
  configure(site);
  return { render, request };
}

/**
 * Returns the argument of the bundle's `configure`, and that of `render` without its seed.
 *
 * @public The servers of React in `bench/peers/react`, which knip does not check, render the page with it.
 */
export function homePage(distFolder: string): {
  site: Site;
  request: Omit<PageRequest, 'seed'>;
} {
  const read = (file: string) => JSON.parse(readFileSync(join(distFolder, file), 'utf8'));
  const { build, assets, locales }: Manifest = read('site.json');
  const served = locales.filter(({ isPseudo }) => !isPseudo);
  const url = `${origin}/`;
  return {
    site: {
      build,
      assets,
      locales: served.map((locale) => ({ ...locale, table: read(locale.file) })),
      publicUrl: origin,
      preconnect: true,
      messagingLink: 'https://messaging.example/marquee',
      visitReports: true,
      webVitalsSample: 0.1,
      campaignParameters: defaultOf('CAMPAIGN_PARAMETERS').split(','),
    },
    request: {
      page: {
        path: '/',
        locale: 'en',
        isLocaleFixed: false,
        canonicalUrl: url,
        alternates: [
          { hreflang: 'x-default', url },
          ...served.map(({ code }) => ({ hreflang: code, url: `${url}?lang=${code}` })),
        ],
      },
      link: 'https://operator.example/',
      blogLink: 'https://operator.example/blog/',
    },
  };
}

/** Returns the default of a setting, from their documentation, which a test compares with the server. */
function defaultOf(setting: string) {
  const [, value = ''] =
    new RegExp(`^\\| \`${setting}\` \\| \`(.*?)\` `, 'm').exec(
      readFileSync('docs/settings.md', 'utf8'),
    ) ?? [];
  return value;
}
