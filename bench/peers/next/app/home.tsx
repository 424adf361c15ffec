'use client';

import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { App } from '../../../../client/app/app.tsx';
import { createLanguageStore } from '../../../../client/language/store.ts';
import type { PageState } from '../../../../client/state/page-state.ts';
import { createPageStore } from '../../../../client/state/store.ts';

/** Marquee's home page, at whichever URL this server has it. */
export function Home({ state }: { state: PageState }) {
  const [store] = useState(() => createPageStore(state));
  const [languages] = useState(() => createLanguageStore(state));
  return (
    <MemoryRouter>
      <App store={store} languages={languages} />
    </MemoryRouter>
  );
}
