import type { Metadata, Viewport } from 'next';
import type { IntlConfig } from 'react-intl';
import { createIntl } from 'react-intl/server';
import { brand, offer, themeColor } from '../../../../client/site/config.ts';
import type { Messages, PageState } from '../../../../client/state/page-state.ts';
import table from '../../../../dist/locales/en.json';
import site from '../../../../dist/site.json';

const locales = site.locales.filter(({ isPseudo }) => !isPseudo);
const [english, ...others] = locales;
const intl = createIntl({ locale: english.code, messages: table as IntlConfig['messages'] });
const words = (id: string) => intl.formatMessage({ id }, { brand, ...offer });
const title = words('page.home.title');
const description = words('page.home.description');
const alt = words('intro.slogan.title');
const { url, ...size } = english.sharePicture;

/** What Marquee's server would hand the page over. */
export function pageState(seed: number): PageState {
  return {
    build: site.build,
    currentLanguage: english.code,
    urlLanguage: null,
    link: 'https://operator.example/',
    blogLink: 'https://operator.example/blog/',
    messagingLink: 'https://messaging.example/marquee',
    // As by default.
    campaignParameters:
      'utm_source utm_medium utm_campaign utm_term utm_content gclid gbraid wbraid fbclid msclkid ttclid aff'.split(
        ' ',
      ),
    seed,
    locales: locales.map(({ code, name, dir, messages }) => ({ code, name, dir, messages })),
    messages: table as Messages,
  };
}

export const metadata: Metadata = {
  metadataBase: new URL('http://127.0.0.1:8080'),
  title,
  description,
  applicationName: brand,
  icons: { icon: site.assets.icon, apple: site.assets.touchIcon },
  manifest: '/site.webmanifest',
  alternates: {
    canonical: '/',
    languages: {
      'x-default': '/',
      ...Object.fromEntries(locales.map(({ code }) => [code, `/?lang=${code}`])),
    },
  },
  openGraph: {
    type: 'website',
    siteName: brand,
    title,
    description,
    url: '/',
    locale: english.openGraph,
    alternateLocale: others.map(({ openGraph }) => openGraph),
    images: { url, type: 'image/jpeg', ...size, alt },
  },
  twitter: { card: 'summary_large_image', title, description, images: { url, alt } },
};

export const viewport: Viewport = { viewportFit: 'cover', themeColor };
