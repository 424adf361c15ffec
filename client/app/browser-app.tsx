import { type ReactNode, startTransition, useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { setInteractive } from '../dom/page-mode.ts';
import { campaignOfVisit } from '../state/campaign.ts';
import type { PageState } from '../state/page-state.ts';
import { createPageStore, type PageStoreApi } from '../state/store.ts';
import { App } from './app.tsx';

/** Creates the app for the browser. */
export function browserApp(state: PageState): ReactNode {
  const store = createPageStore(state);
  window.pageStore = store;
  // Now, since the router may replace the URL.
  const campaign = campaignOfVisit(state.campaignParameters, window.location.search);
  return <BrowserApp store={store} campaign={campaign} />;
}

/** The app in the browser's router; adds the campaign to its links after hydration. */
function BrowserApp({ store, campaign }: { store: PageStoreApi; campaign: string }) {
  useEffect(() => setInteractive(true), []);

  useEffect(() => {
    if (campaign !== '') startTransition(() => store.setState({ campaign }));
  }, [store, campaign]);

  return (
    <BrowserRouter>
      <App store={store} />
    </BrowserRouter>
  );
}
