import type { LayoutProps, Metadata } from 'rari';
import { brand, themeColor } from '../../../../../client/site/config.ts';
import {
  assets,
  description,
  english,
  locales,
  pictureText,
  title,
} from '../../../frameworks/page.ts';

const origin = 'http://127.0.0.1:8080';
const { url, width, height } = english.sharePicture;
const picture = origin + url;

/** By language; rari's metadata has a place for them, but leaves them out of the page. */
const alternates = [
  ['x-default', `${origin}/`],
  ...locales.map(({ code }) => [code, `${origin}/?lang=${code}`]),
];

export const metadata: Metadata = {
  title,
  description,
  themeColor,
  viewport: 'width=device-width, initial-scale=1, viewport-fit=cover',
  icons: { icon: assets.icon, apple: assets.touchIcon },
  alternates: { canonical: `${origin}/` },
  openGraph: {
    type: 'website',
    siteName: brand,
    title,
    description,
    url: `${origin}/`,
    images: [{ url: picture, width, height, alt: pictureText }],
  },
  twitter: { card: 'summary_large_image', title, description, images: [picture] },
};

export default function Layout({ children }: LayoutProps) {
  return (
    <html lang="en" dir="ltr">
      <head>
        {alternates.map(([language, url]) => (
          <link key={language} rel="alternate" hrefLang={language} href={url} />
        ))}
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>
        <div id="root">{children}</div>
      </body>
    </html>
  );
}
