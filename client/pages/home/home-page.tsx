import { useDeferredValue } from 'react';
import { Advert } from '../../features/advert/advert.tsx';
import { FooterContent } from '../../features/footer-content/footer-content.tsx';
import { GameTiles } from '../../features/game-tiles.tsx';
import { MenuTabs } from '../../features/menu-tabs/menu-tabs.tsx';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { HomeIntro } from './home-intro.tsx';
import { LeftOffer, LeftPanel } from './left-view.tsx';
import { RightPanel } from './right-view.tsx';
import './home.css';

/** Ids of the two blocks that the menu tabs scroll to. */
const firstBlock = 'first-block';
const contentBlock = 'content';

/** Id of the notice with age limit and terms, which the intro links to. */
const termsNotice = 'terms';

/** The width from which `home.css` has three columns. */
const threeColumns = '(width >= 64rem)';

// Constants, so that React moves them without rendering them again.
const intro = <HomeIntro key="intro" noticeId={termsNotice} />;
const offer = <LeftOffer key="offer" />;
const menu = (
  <div key="menu" className="home-menu">
    <MenuTabs firstId={firstBlock} contentId={contentBlock} />
    <GameTiles id={firstBlock} />
  </div>
);
const left = <LeftPanel key="left" />;
const right = <RightPanel key="right" />;
const content = (
  <div key="content" className="home-content">
    <FooterContent id={contentBlock} noticeId={termsNotice} />
  </div>
);
const advert = <Advert key="advert" />;

/** The order on phones and tablets, and of the served HTML. */
const stacked = [intro, offer, menu, left, right, content, advert];

/** The order of three columns, from left to right: that of a reader, and so of the Tab key. */
const inColumns = [offer, left, intro, menu, content, right, advert];

/**
 * The home page. Its parts are in the order in which they are seen at every width. No order of the HTML
 * suits both phones and three columns, so they are moved after hydration on wide screens, where the
 * grid's areas place them: nothing moves on the screen.
 */
export function HomePage() {
  const isWide = useDeferredValue(useMediaQuery(threeColumns));

  return (
    <main id="main" className="home">
      {isWide ? inColumns : stacked}
    </main>
  );
}
