import type { LayoutProps } from 'rari';
import { alternates } from './site.ts';

export { metadata } from './site.ts';

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
