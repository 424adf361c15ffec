/**
 * Runs before the page is painted, as a classic script that blocks the parser: it must stay tiny, and
 * parse in every browser. The policy of the site allows no inline script.
 */
import { recordClicks } from '../dom/last-click.ts';
import { expectApp } from '../dom/page-mode.ts';
import { restoreDismissal } from '../features/footer-offer/dismissal.ts';
import { meetsBaseline } from './baseline.ts';

restoreDismissal();
recordClicks();
if (meetsBaseline()) expectApp();
