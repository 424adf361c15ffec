import type { Locale, Messages } from '../client/language/messages.ts';
import type { Data } from '../client/state/data.ts';
import type { SharePicture } from '../tools/build/share-pictures.ts';

/** A locale of `site.json`, with its compiled messages. */
export interface SiteLocale extends Locale {
  /** Code in the format of Open Graph: `en_US`. */
  openGraph: string;
  /** Whether it is in the language menu of its own pages only. */
  isDraft: boolean;
  /** Open Graph image. */
  sharePicture: SharePicture;
  table: Messages;
}

/** The data that all pages of a build share: the argument of `configure`. */
export interface Site {
  build: string;
  assets: Record<
    | 'beforePaint'
    | 'script'
    | 'app'
    | 'errors'
    | 'vitals'
    | 'visits'
    | 'style'
    | 'print'
    | 'icon'
    | 'touchIcon'
    | 'icon512',
    string
  >;
  locales: SiteLocale[];
  /** Origin of the site's public URL, without a trailing slash. */
  publicUrl: string;
  messagingLink: string | null;
  /** Names of the URL parameters that links to the operator's site carry on. */
  campaignParameters: string[];
  /** Whether browsers report views and clicks. */
  visitReports: boolean;
  /** Share of visits whose Core Web Vitals are measured, from 0 to 1. */
  webVitalsSample: number;
  /** Whether browsers connect to the operator's origin when a visitor is about to follow a link. */
  preconnect: boolean;
}

/** One of the URLs of a page: a translation, or the one whose locale is negotiated. */
interface Alternate {
  /** A language tag, or `x-default`. */
  hreflang: string;
  /** Absolute. */
  url: string;
}

/** A page in one locale: `PageInLocale` in `server/src/page/site_page.rs`. */
export interface PageInLocale {
  /** One of the routes, or `/404` for the not-found page. */
  path: string;
  locale: string;
  /** Whether `?lang=` chose the locale, rather than `Accept-Language`. */
  isLocaleFixed: boolean;
  /** Absolute; null for a page that search engines must not index. */
  canonicalUrl: string | null;
  /** All URLs of an indexable page, its own among them. */
  alternates: Alternate[];
}

/** The second argument of `render` and `shell`: `PageData` in `server/src/page/rendering.rs`. */
export interface PageRequest {
  page: PageInLocale;
  link: string | null;
  blogLink: string | null;
  /** Values of the data sources that have responded. */
  data?: Partial<Data>;
  /** Seed of the random rows, an unsigned 32-bit integer. */
  seed: number;
}
