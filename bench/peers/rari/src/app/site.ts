import type { Metadata } from 'rari';
import type { IntlConfig } from 'react-intl';
import { createIntl } from 'react-intl/server';
import { brand, offer, themeColor } from '../../../../../client/site/config.ts';
import type { Messages, PageState } from '../../../../../client/state/page-state.ts';
import table from '../../../../../dist/locales/en.json';
import site from '../../../../../dist/site.json';

const origin = 'http://127.0.0.1:8080';
const locales = site.locales.filter(({ isPseudo }) => !isPseudo);
const [english] = locales;
const intl = createIntl({ locale: english.code, messages: table as IntlConfig['messages'] });
const words = (id: string) => intl.formatMessage({ id }, { brand, ...offer });
const title = words('page.home.title');
const description = words('page.home.description');
const { url, width, height } = english.sharePicture;
const picture = origin + url;

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

/** By language; rari's metadata has a place for them, but leaves them out of the page. */
export const alternates = [
  ['x-default', `${origin}/`],
  ...locales.map(({ code }) => [code, `${origin}/?lang=${code}`]),
];

export const metadata: Metadata = {
  title,
  description,
  themeColor,
  viewport: 'width=device-width, initial-scale=1, viewport-fit=cover',
  icons: { icon: site.assets.icon, apple: site.assets.touchIcon },
  alternates: { canonical: `${origin}/` },
  openGraph: {
    type: 'website',
    siteName: brand,
    title,
    description,
    url: `${origin}/`,
    images: [{ url: picture, width, height, alt: words('intro.slogan.title') }],
  },
  twitter: { card: 'summary_large_image', title, description, images: [picture] },
};
