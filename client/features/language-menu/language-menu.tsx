import { type FocusEvent, type MouseEvent, type ToggleEvent, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../../components/icon.tsx';
import { isPlainClick } from '../../dom/plain-click.ts';
import { moveInSet } from '../../dom/roving-focus.ts';
import { usePageStore } from '../../state/store.ts';
import { useChooseLanguage } from './use-choose-language.ts';
import { useLightDismiss } from './use-light-dismiss.ts';
import './language-menu.css';

const popoverId = 'language-menu';

/**
 * The language button and its menu, a popover of links that works without JavaScript.
 */
export function LanguageMenu() {
  const { formatMessage } = useIntl();
  const current = usePageStore(({ currentLanguage }) => currentLanguage);
  const locales = usePageStore((store) => store.locales);
  const preload = usePageStore((store) => store.preloadLanguages);
  const language = locales.find(({ code }) => code === current)?.name;
  const root = useRef<HTMLDivElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const chooseLanguage = useChooseLanguage();
  useLightDismiss(popover, root, isOpen);

  async function choose(event: MouseEvent, code: string) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setOffline(false);
    const change = await chooseLanguage(code);
    if (change === 'offline') setOffline(true);
    else if (change !== 'superseded') close();
  }

  function close() {
    // In browsers without popovers, CSS opens and closes the menu.
    popover.current?.hidePopover?.();
  }

  function updateOpen({ newState, currentTarget }: ToggleEvent<HTMLElement>) {
    setOpen(newState === 'open');
    if (newState === 'closed') setOffline(false);
    else currentTarget.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
  }

  /**
   * Closes the menu when the focus leaves. Not when it moves to the button, whose click would then
   * open the menu again.
   */
  function closeOnBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles bubbling events of button and menu
    <div
      ref={root}
      className="language-menu"
      onPointerEnter={preload}
      onFocus={preload}
      onBlur={closeOnBlur}
    >
      <button
        type="button"
        className="language-menu-button"
        popoverTarget={popoverId}
        aria-haspopup="menu"
        aria-label={formatMessage({ id: 'header.language.button' })}
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
        onToggle={updateOpen}
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
        {/* Always present: screen readers announce changes in a live region, not its insertion. */}
        <div role="status">
          {isOffline && (
            <p className="language-menu-note">{formatMessage({ id: 'header.language.offline' })}</p>
          )}
        </div>
      </div>
    </div>
  );
}
