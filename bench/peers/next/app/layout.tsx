import type { ReactNode } from 'react';

export { metadata, viewport } from './site.ts';

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" dir="ltr">
      <body>
        <div id="app">{children}</div>
      </body>
    </html>
  );
}
