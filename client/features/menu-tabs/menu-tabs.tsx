import { type MouseEvent, type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { Picture } from '../../shared/picture.tsx';
import { isPlainClick } from '../../shared/plain-click.ts';
import { moveInSet } from '../../shared/roving-focus.ts';
import { useHydrated } from '../../shared/use-hydrated.ts';
import { scrollBehavior } from '../../shared/use-media-query.ts';
import { tabs } from './tabs.ts';

interface MenuTabsProps {
  /** Id of the block that tab 1 scrolls to: the panel of all tabs. */
  panelId: string;
  /** Id of the block that the other tabs scroll to. */
  contentId: string;
  /** What every tab shows. */
  children: ReactNode;
}

/**
 * The strip of picture tabs and their one panel. The tabs are links to the two
 * blocks, so that they lead there without JavaScript as well.
 */
export function MenuTabs({ panelId, contentId, children }: MenuTabsProps) {
  const { formatMessage } = useIntl();
  const [active, setActive] = useState(0);
  const isHydrated = useHydrated();

  function choose(event: MouseEvent, place: number) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setActive(place);
    const block = document.getElementById(place === 0 ? panelId : contentId);
    block?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });
  }

  return (
    <>
      <div
        className="menu-tabs"
        role="tablist"
        aria-label={formatMessage({ id: 'menu.tabs.label' })}
        onKeyDown={(event) => moveInSet(event, 'horizontal')}
      >
        {tabs.map(({ name, picture, label }, place) => (
          <a
            key={name}
            id={`tab-${name}`}
            className={`menu-tab${place === active ? ' is-active' : ''}`}
            role="tab"
            href={`#${place === 0 ? panelId : contentId}`}
            aria-selected={place === active}
            aria-controls={panelId}
            // Arrow keys move among tabs; without JavaScript each has its turn.
            tabIndex={isHydrated && place !== active ? -1 : undefined}
            onClick={(event) => choose(event, place)}
          >
            <Picture className="menu-tab-picture" src={picture} width={96} height={96} />
            {formatMessage({ id: label })}
          </a>
        ))}
      </div>
      <div
        className="menu-panel"
        id={panelId}
        role="tabpanel"
        aria-labelledby={`tab-${tabs[active]?.name}`}
      >
        {children}
      </div>
    </>
  );
}
