'use client';

import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { App, createStores } from '../../../client/app/app.tsx';
import type { PageState } from '../../../client/state/page-state.ts';

/** Marquee's home page, at whichever URL this server has it. */
export default function Home({ state }: { state: PageState }) {
  const [stores] = useState(() => createStores(state));
  return (
    <MemoryRouter>
      <App {...stores} />
    </MemoryRouter>
  );
}
