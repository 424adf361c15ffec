import { ActionButtons } from '../../features/action-buttons/action-buttons.tsx';
import { BonusBanner } from '../../features/bonus-banner/bonus-banner.tsx';
import { OfferCarousel } from '../../features/carousel/offer-carousel.tsx';
import { LiveTable } from '../../features/live-table/live-table.tsx';

/** Top of the left column; first on phones. */
export function LeftOffer() {
  return (
    <div className="home-offer">
      <OfferCarousel place="left-carousel" label="offers.carousel.label" isFirstView />
    </div>
  );
}

/** The rest of the left column. */
export function LeftPanel() {
  return (
    <div className="home-left-area">
      <div className="home-left" data-place="left">
        <LiveTable id="live" title="transactions.table.title" isRefreshing />
        <div className="home-left-actions">
          <BonusBanner bonus="spin" />
          <ActionButtons label="actions.list.label" />
        </div>
      </div>
    </div>
  );
}
