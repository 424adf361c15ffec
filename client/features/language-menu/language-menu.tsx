import { type FocusEvent, type MouseEvent, type ToggleEvent, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../../shared/icon.tsx';
import { isPlainClick } from '../../shared/plain-click.ts';
import { moveInSet } from '../../shared/roving-focus.ts';
import { usePageStore } from '../../shared/store.ts';
import { useChooseLanguage } from './use-choose-language.ts';
import { useLightDismiss } from './use-light-dismiss.ts';

const popoverId = 'language-menu';

/**
 * The button with the language's own name, and the menu it opens. The menu is
 * a popover of links: it opens, closes and switches without JavaScript, too.
 */
export function LanguageMenu() {
  const { formatMessage } = useIntl();
  const current = usePageStore(({ currentLanguage }) => currentLanguage);
  const locales = usePageStore((store) => store.locales);
  const preload = usePageStore((store) => store.preloadLanguages);
  const language = locales.find(({ code }) => code === current)?.name;
  const whole = useRef<HTMLDivElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const chooseLanguage = useChooseLanguage();
  useLightDismiss(popover, whole, isOpen);

  async function choose(event: MouseEvent, code: string) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setOffline(false);
    const change = await chooseLanguage(code);
    if (change === 'offline') setOffline(true);
    else if (change !== 'superseded') close();
  }

  function close() {
    // Older browsers know no popovers; there the styles open and close the menu.
    popover.current?.hidePopover?.();
  }

  function followBrowser({ newState, currentTarget }: ToggleEvent<HTMLElement>) {
    setOpen(newState === 'open');
    if (newState === 'closed') setOffline(false);
    else currentTarget.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
  }

  /**
   * Going on with the Tab key leaves no open menu behind. The button is part of the whole: it
   * closes the menu by itself, and would open again what its press has closed.
   */
  function closeBehindFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it follows what happens to button and menu
    <div
      ref={whole}
      className="language-menu"
      onPointerEnter={preload}
      onFocus={preload}
      onBlur={closeBehindFocus}
    >
      <button
        type="button"
        className="language-menu-button"
        popoverTarget={popoverId}
        aria-haspopup="menu"
        aria-label={formatMessage({ id: 'header.language.button' }, { language })}
      >
        <Icon name="globe" />
        <span className="language-menu-name" translate="no">
          {language}
        </span>
        <Icon name="chevron" />
      </button>
      <div
        ref={popover}
        id={popoverId}
        popover="auto"
        className="language-menu-list"
        onBeforeToggle={preload}
        onToggle={followBrowser}
      >
        <div
          role="menu"
          tabIndex={-1}
          aria-label={formatMessage({ id: 'header.language.label' })}
          onKeyDown={(event) => moveInSet(event, 'vertical')}
        >
          {locales.map(({ code, name }) => (
            <a
              key={code}
              className="language-menu-item"
              role="menuitemradio"
              aria-checked={code === current}
              href={`?lang=${code}`}
              hrefLang={code}
              lang={code}
              onClick={(event) => choose(event, code)}
            >
              {name}
            </a>
          ))}
        </div>
        {/* There before its words are: screen readers announce what changes in it. */}
        <div role="status">
          {isOffline && (
            <p className="language-menu-note">{formatMessage({ id: 'header.language.offline' })}</p>
          )}
        </div>
      </div>
    </div>
  );
}
