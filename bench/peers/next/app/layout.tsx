import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { brand, themeColor } from '../../../../client/site/config.ts';
import {
  assets,
  description,
  english,
  locales,
  others,
  pictureText,
  title,
} from '../../frameworks/page.ts';

const { url, ...size } = english.sharePicture;

export const metadata: Metadata = {
  metadataBase: new URL('http://127.0.0.1:8080'),
  title,
  description,
  applicationName: brand,
  icons: { icon: assets.icon, apple: assets.touchIcon },
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
    images: { url, type: 'image/jpeg', ...size, alt: pictureText },
  },
  twitter: { card: 'summary_large_image', title, description, images: { url, alt: pictureText } },
};

export const viewport: Viewport = { viewportFit: 'cover', themeColor };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" dir="ltr">
      <body>
        <div id="app">{children}</div>
      </body>
    </html>
  );
}
