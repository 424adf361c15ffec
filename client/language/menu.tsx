import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ToggleEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../components/icon.tsx';
import { hasModifier, isPlainClick } from '../dom/plain-click.ts';
import { useGoTo } from '../hooks/use-go-to.ts';
import { useHydrated } from '../hooks/use-hydrated.ts';
import { moveInMenu } from './menu-keys.ts';
import { useLanguageStore, useLanguageStoreApi, useLocales } from './store.ts';
import { currentUrlIn } from './url.ts';
import { useLightDismiss } from './use-light-dismiss.ts';
import './menu.css';

const popoverId = 'language-menu';

/**
 * The language button and its menu, a popover of links that works without JavaScript.
 */
export function LanguageMenu() {
  // The language of the text, in which the page is only after it has rendered.
  const { formatMessage, locale } = useIntl();
  const store = useLanguageStoreApi();
  const { preload, load } = store.getState();
  const locales = useLocales();
  const pending = useLanguageStore((it) => it.pending?.code);
  const hasFailed = useLanguageStore((it) => it.hasFailed);
  const target = pending ?? locale;
  const isBusy = target !== locale;
  const label = formatMessage({ id: 'header.language.button' });
  const root = useRef<HTMLDivElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const goTo = useGoTo();
  // The Tab key leaves the menu; without JavaScript, nothing else moves among its items.
  const hasKeys = useHydrated();
  useLightDismiss(popover, root, isOpen);

  // Returns the focus to the button, which has its new name by now.
  const closeTranslated = useEffectEvent(() => {
    if (isOpen) close();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of language closes the menu
  useEffect(() => closeTranslated(), [locale]);

  async function choose(event: MouseEvent, code: string) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const result = await load(code);
    if (result === 'needs page load') window.location.assign(currentUrlIn(code));
    if (result !== 'loaded') return;
    goTo(currentUrlIn(code));
    if (code === locale) close();
  }

  function openWithArrow(event: KeyboardEvent) {
    if (hasModifier(event) || !['ArrowDown', 'ArrowUp'].includes(event.key)) return;
    event.preventDefault();
    popover.current?.showPopover?.();
  }

  function close() {
    // In browsers without popovers, CSS opens and closes the menu.
    popover.current?.hidePopover?.();
  }

  function updateOpen({ newState, currentTarget }: ToggleEvent<HTMLElement>) {
    setOpen(newState === 'open');
    if (newState === 'closed') store.setState({ hasFailed: false });
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
        aria-label={label}
        aria-busy={isBusy || undefined}
        onKeyDown={openWithArrow}
      >
        <Icon name="globe" />
        <span className="language-menu-name" translate="no">
          {locales.find(({ code }) => code === locale)?.name}
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
          onKeyDown={moveInMenu}
        >
          {locales.map(({ code, name }) => (
            <a
              key={code}
              className="language-menu-item"
              role="menuitemradio"
              aria-checked={code === target}
              tabIndex={hasKeys ? -1 : undefined}
              aria-busy={(isBusy && code === target) || undefined}
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
          {hasFailed && (
            <p className="language-menu-note">{formatMessage({ id: 'header.language.failed' })}</p>
          )}
        </div>
      </div>
      {/* Announces a change, in the new language. */}
      <span className="visually-hidden" role="status">
        {label}
      </span>
    </div>
  );
}
