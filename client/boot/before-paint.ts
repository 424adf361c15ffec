/**
 * Runs before the page is painted, as a classic script that blocks the parser: it must stay tiny, and
 * parse in every browser. The policy of the site allows no inline script.
 */
import { restoreDismissed } from '../dom/dismissal.ts';
import { isOptedOut } from '../dom/opt-out.ts';
import { expectApp } from '../dom/page-mode.ts';
import { meetsBaseline } from './baseline.ts';
import { addCampaign, campaignOfVisit } from './campaign.ts';

declare global {
  interface Window {
    /** The target of the last click, also of one before the app has started. */
    lastClick?: Node;
  }
}

const { campaign } = (document.currentScript as HTMLScriptElement).dataset;

if (meetsBaseline()) expectApp();
restoreDismissed();

// With any button, by keyboard or by assistive technology: a press or the focus precedes a click, and a menu.
for (const sign of ['pointerdown', 'focusin', 'click']) {
  document.addEventListener(
    sign,
    ({ type, target }) => {
      if (type === 'click') window.lastClick = target as Node;
      addCampaign(target);
    },
    true,
  );
}

if (campaign && !isOptedOut()) window.campaign = campaignOfVisit(campaign, location.search);
