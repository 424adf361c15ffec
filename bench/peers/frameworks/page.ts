/** Marquee's home page on a framework: its state, and the words of its head. */
import type { IntlConfig } from 'react-intl';
import { createIntl } from 'react-intl/server';
import { brand, offer } from '../../../client/site/config.ts';
import type { Messages, PageState } from '../../../client/state/page-state.ts';
import table from '../../../dist/locales/en.json';
import site from '../../../dist/site.json';

export const { assets } = site;
export const locales = site.locales.filter(({ isPseudo }) => !isPseudo);
export const [english, ...others] = locales;

const intl = createIntl({ locale: 'en', messages: table as IntlConfig['messages'] });
const words = (id: string) => intl.formatMessage({ id }, { brand, ...offer });
export const title = words('page.home.title');
export const description = words('page.home.description');
export const pictureText = words('intro.slogan.title');

/** What Marquee's server would hand the page over. */
export const pageState = (seed: number): PageState => ({
  build: site.build,
  path: '/',
  htmlLength: 0,
  currentLanguage: 'en',
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
});
