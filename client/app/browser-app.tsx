import { type ReactNode, startTransition, useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { setInteractive } from '../dom/page-mode.ts';
import { campaignOfVisit } from '../state/campaign.ts';
import type { PageState } from '../state/page-state.ts';
import { App, createStores, type Stores } from './app.tsx';

/** Creates the app for the browser. */
export function browserApp(state: PageState): ReactNode {
  const stores = createStores(state);
  // Now, since the router may replace the URL.
  const campaign = campaignOfVisit(state.campaignParameters, window.location.search);
  return <BrowserApp stores={stores} campaign={campaign} />;
}

/** The app in the browser's router; adds the campaign to its links after hydration. */
function BrowserApp({ stores, campaign }: { stores: Stores; campaign: string }) {
  const { store } = stores;

  useEffect(() => setInteractive(true), []);

  useEffect(() => {
    if (campaign !== '') startTransition(() => store.setState({ campaign }));
  }, [store, campaign]);

  return (
    <BrowserRouter>
      <App {...stores} />
    </BrowserRouter>
  );
}
