import type { Locale, Messages } from '../client/shared/page-state.ts';
import type { SharePicture } from './build/share-pictures.mjs';

/** A language as the server hands it over, with its compiled messages. */
export interface SiteLocale extends Locale {
  /** The script it is written in (ISO 15924): `Latn`. */
  script: string;
  /** Its code as Open Graph writes it: `en_US`. */
  openGraph: string;
  /** Nobody speaks it: a disguise of English that shows faults of the layout. */
  isPseudo: boolean;
  /** What social networks show beside a link to the page. */
  sharePicture: SharePicture;
  table: Messages;
}

/** What stays the same for every page of one run of the server. */
export interface Site {
  build: string;
  assets: Record<'script' | 'app' | 'style' | 'icon' | 'touchIcon' | 'icon512', string>;
  locales: SiteLocale[];
  /** Origin under which visitors reach the site, without a slash at its end. */
  publicUrl: string;
  messagingLink: string | null;
}

/** What differs from one page to the next. */
export interface PageRequest {
  /** `/` or `/404`, with `?lang=` where the visitor's address fixes it. */
  address: string;
  locale: string;
  link: string | null;
  blogLink: string | null;
  /** Start of the random rows, an unsigned 32-bit integer. */
  seed: number;
}
