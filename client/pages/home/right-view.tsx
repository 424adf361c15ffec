import { useIntl } from 'react-intl';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import { AccountLinks } from '../../features/account-links/account-links.tsx';
import { ActionButtons } from '../../features/action-buttons/action-buttons.tsx';
import { BalancePanel } from '../../features/balance-panel/balance-panel.tsx';
import { BonusBanner } from '../../features/bonus-banner/bonus-banner.tsx';
import { OfferCarousel } from '../../features/carousel/offer-carousel.tsx';
import { LiveTable } from '../../features/live-table/live-table.tsx';
import { SportsCard } from '../../features/sports-card/sports-card.tsx';

/** The right column, whose halves are side by side on tablets. */
export function RightPanel() {
  const { formatMessage } = useIntl();

  return (
    <aside
      className="home-right"
      data-place="right"
      aria-label={formatMessage({ id: 'home.right.label' })}
    >
      <div className="home-right-half">
        <OfferCarousel
          place="right-carousel"
          label="offers.carousel.moreLabel"
          isReversed
          isDraggable
        />
        <LiveTable id="recent" title="transactions.table.moreTitle" isRefreshing={false} />
        <BonusBanner bonus="daily" />
        <AccountLinks />
      </div>
      <div className="home-right-half">
        <BalancePanel />
        <ActionButtons label="actions.list.moreLabel" />
        <SportsCard />
        <OutgoingLink to="signUp" className="button button-quiet home-more">
          {formatMessage({ id: 'sports.more.label' })}
        </OutgoingLink>
        <BonusBanner bonus="turnover" />
      </div>
    </aside>
  );
}
