import { Advert } from '../../features/advert/advert.tsx';
import { FooterContent } from '../../features/footer-content/footer-content.tsx';
import { GameTiles } from '../../features/game-tiles/game-tiles.tsx';
import { MenuTabs } from '../../features/menu-tabs/menu-tabs.tsx';
import { HomeIntro } from './home-intro.tsx';
import { LeftOffer, LeftPanel } from './left-view.tsx';
import { RightPanel } from './right-view.tsx';
import './home.css';

/** Ids of the two blocks that the menu tabs scroll to. */
const firstBlock = 'first-block';
const contentBlock = 'content';

/** Id of the notice with age limit and terms, which the intro links to. */
const termsNotice = 'terms';

/**
 * The home page. Source order is the visual order on phones and the tab order everywhere; wide
 * screens have three columns.
 */
export function HomePage() {
  return (
    <main id="main" className="home" tabIndex={-1}>
      <HomeIntro noticeId={termsNotice} />
      <LeftOffer />
      <div className="home-menu">
        <MenuTabs panelId={firstBlock} contentId={contentBlock}>
          <GameTiles />
        </MenuTabs>
      </div>
      <LeftPanel />
      <div className="home-content">
        <FooterContent id={contentBlock} noticeId={termsNotice} />
      </div>
      <RightPanel />
      <Advert />
    </main>
  );
}
