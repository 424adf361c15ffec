/** What Marquee passes its bundle for the home page in English, by default. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const origin = 'http://127.0.0.1:8080';

/** Returns the argument of the bundle's `configure`, and that of `render` without its seed. */
export function homePage(distFolder) {
  const read = (file) => JSON.parse(readFileSync(join(distFolder, file), 'utf8'));
  const { build, assets, locales } = read('site.json');
  const served = locales.filter(({ isPseudo }) => !isPseudo);
  const url = `${origin}/`;
  return {
    site: {
      build,
      assets,
      locales: served.map((locale) => ({ ...locale, table: read(locale.file) })),
      publicUrl: origin,
      assetOrigin: '',
      sprite: null,
      messagingLink: 'https://messaging.example/marquee',
      webVitalsSample: 0.1,
      campaignParameters:
        'utm_source utm_medium utm_campaign utm_term utm_content gclid gbraid wbraid fbclid msclkid ttclid aff'.split(
          ' ',
        ),
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

/** Returns the path of the server bundle. */
export const entryOf = (distFolder) => join(distFolder, 'server/entry.js');
