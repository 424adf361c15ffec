import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Picture } from '../../components/picture.tsx';
import { isPlainClick } from '../../dom/plain-click.ts';
import { scrollToBlock } from '../../dom/scroll-behavior.ts';
import { takeFocus } from '../../dom/take-focus.ts';
import type { MessageId } from '../../language/messages.ts';
import esports from './tab-esports.svg';
import fishing from './tab-fishing.svg';
import liveCasino from './tab-live-casino.svg';
import lottery from './tab-lottery.svg';
import poker from './tab-poker.svg';
import promotions from './tab-promotions.svg';
import slots from './tab-slots.svg';
import sports from './tab-sports.svg';
import './menu-tabs.css';

const menuTabs: readonly { picture: string; label: MessageId }[] = [
  { picture: slots, label: 'menu.tab.slots' },
  { picture: liveCasino, label: 'menu.tab.liveCasino' },
  { picture: sports, label: 'menu.tab.sports' },
  { picture: fishing, label: 'menu.tab.fishing' },
  { picture: poker, label: 'menu.tab.poker' },
  { picture: lottery, label: 'menu.tab.lottery' },
  { picture: esports, label: 'menu.tab.esports' },
  { picture: promotions, label: 'menu.tab.promotions' },
];

/**
 * The menu tabs: links to the two blocks, of which the last chosen one is active. Not ARIA tabs, as
 * they show no panels of their own.
 */
export function MenuTabs({ firstId, contentId }: { firstId: string; contentId: string }) {
  const { formatMessage } = useIntl();
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);

  // A tab that was chosen before hydration; the browser has followed its link.
  useEffect(() => {
    const tabs = [...(list.current?.children ?? [])];
    const chosen = tabs.findIndex((tab) => tab.contains(window.lastClick ?? null));
    if (chosen !== -1) setActive(chosen);
  }, []);

  /** Scrolls to the block and moves the focus there, as the browser does without JavaScript. */
  function choose(event: MouseEvent, index: number, id: string) {
    if (!isPlainClick(event)) return;
    setActive(index);
    const block = document.getElementById(id);
    if (!block?.scrollIntoView) return;
    event.preventDefault();
    takeFocus(block);
    scrollToBlock(block);
  }

  /** Shows a focused tab as a whole, which Chromium does not. A press must not move what it points at. */
  function show({ target }: FocusEvent) {
    if (target.matches(':focus-visible')) {
      target.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    }
  }

  return (
    <nav data-place="tabs" aria-label={formatMessage({ id: 'menu.tabs.label' })} onFocus={show}>
      <ul role="list" ref={list} className="menu-tabs is-shown-whole needs-screen">
        {menuTabs.map(({ picture, label }, index) => {
          const id = index === 0 ? firstId : contentId;
          return (
            <li key={label} className={menuTabs[index + 1] ? undefined : 'is-last'}>
              <a
                className="menu-tab"
                href={`#${id}`}
                aria-current={index === active ? 'true' : undefined}
                onClick={(event) => choose(event, index, id)}
              >
                <Picture className="menu-tab-picture" src={picture} width={96} height={96} />
                {formatMessage({ id: label })}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
