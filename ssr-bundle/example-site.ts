import { exampleState, locales } from '../client/testing/render-page.tsx';
import { localeFacts } from './build/locale-facts.mjs';
import type { Site } from './site.ts';

/** The site as tests know it, with the real messages. */
export const exampleSite: Site = {
  build: 'test',
  assets: {
    script: '/assets/a.js',
    app: '/assets/b.js',
    style: '/assets/a.css',
    icon: '/i.svg',
    touchIcon: '/t.png',
    icon512: '/i.png',
  },
  locales: exampleState().locales.map((locale, place) => ({
    ...locale,
    ...localeFacts(locale.code),
    isPseudo: false,
    sharePicture: { address: `/share-${locale.code}.jpg`, width: 1200, height: 630 },
    table: locales[place]?.table ?? {},
  })),
  publicUrl: 'https://site.example',
  messagingLink: 'https://message.example/us',
};
