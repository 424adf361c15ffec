import { type MouseEvent, type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { Picture } from '../../components/picture.tsx';
import { isPlainClick } from '../../dom/plain-click.ts';
import { moveInSet } from '../../dom/roving-focus.ts';
import { useHydrated } from '../../hooks/use-hydrated.ts';
import { scrollBehavior } from '../../hooks/use-media-query.ts';
import { tabs } from './tabs.ts';
import './menu-tabs.css';

interface MenuTabsProps {
  /** Id of the tab panel, the scroll target of the first tab. */
  panelId: string;
  /** Id of the scroll target of the other tabs. */
  contentId: string;
  /** Content of the panel. */
  children: ReactNode;
}

/**
 * The tabs with their shared panel. The tabs are links to the two blocks, so that they work without
 * JavaScript.
 */
export function MenuTabs({ panelId, contentId, children }: MenuTabsProps) {
  const { formatMessage } = useIntl();
  const [active, setActive] = useState(0);
  const isHydrated = useHydrated();

  function choose(event: MouseEvent, index: number) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setActive(index);
    const block = document.getElementById(index === 0 ? panelId : contentId);
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
        {tabs.map(({ name, picture, label }, index) => (
          <a
            key={name}
            id={`tab-${name}`}
            className={`menu-tab${index === active ? ' is-active' : ''}`}
            role="tab"
            href={`#${index === 0 ? panelId : contentId}`}
            aria-selected={index === active}
            aria-controls={panelId}
            // Roving tabindex, which needs JavaScript for the arrow keys.
            tabIndex={isHydrated && index !== active ? -1 : undefined}
            onClick={(event) => choose(event, index)}
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
