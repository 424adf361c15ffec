import { FooterContent } from '../../features/footer-content/footer-content.tsx';
import { GameTiles } from '../../features/game-tiles/game-tiles.tsx';
import { MenuTabs } from '../../features/menu-tabs/menu-tabs.tsx';
import { Welcome } from '../../features/welcome/welcome.tsx';
import { HomeIntro } from './home-intro.tsx';
import { LeftOffer, LeftPanel } from './left-view.tsx';
import { RightPanel } from './right-view.tsx';
import './home.css';

/** Ids of the two blocks that the menu tabs scroll to. */
const firstBlock = 'first-block';
const contentBlock = 'content';

/** Id of the notice with age limit and terms, which the intro links to. */
const termsNotice = 'terms';

/** The home page, in one order for phones, paper and three columns, which `home.css` places. */
export function HomePage() {
  return (
    <main id="main" className="home">
      <HomeIntro contentId={contentBlock} noticeId={termsNotice} />
      <LeftOffer />
      <div className="home-menu">
        <MenuTabs firstId={firstBlock} contentId={contentBlock} />
        <GameTiles id={firstBlock} />
      </div>
      <LeftPanel />
      <RightPanel />
      <div className="home-content">
        <FooterContent id={contentBlock} noticeId={termsNotice} />
      </div>
      <Welcome />
    </main>
  );
}
