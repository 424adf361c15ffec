import {
  type FocusEvent,
  type MouseEvent,
  type ToggleEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../../components/icon.tsx';
import { isPlainClick } from '../../dom/plain-click.ts';
import { moveInMenu } from '../../dom/roving-focus.ts';
import { usePageStore, usePageStoreApi } from '../../state/store.ts';
import { useChooseLanguage } from './use-choose-language.ts';
import { useLightDismiss } from './use-light-dismiss.ts';
import './language-menu.css';

const popoverId = 'language-menu';

/**
 * The language button and its menu, a popover of links that works without JavaScript.
 */
export function LanguageMenu() {
  // The language of the text, in which the page is only after it has rendered.
  const { formatMessage, locale } = useIntl();
  const store = usePageStoreApi();
  const target = usePageStore((it) => it.pendingLanguage?.code ?? it.currentLanguage);
  const hasFailed = usePageStore((it) => it.hasLanguageFailed);
  const locales = usePageStore((it) => it.locales);
  const preload = usePageStore((it) => it.preloadLanguages);
  const isBusy = target !== locale;
  const label = formatMessage({ id: 'header.language.button' });
  const root = useRef<HTMLDivElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const chooseLanguage = useChooseLanguage();
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
    const change = await chooseLanguage(code);
    if (change === 'changed' && code === locale) close();
  }

  function close() {
    // In browsers without popovers, CSS opens and closes the menu.
    popover.current?.hidePopover?.();
  }

  function updateOpen({ newState, currentTarget }: ToggleEvent<HTMLElement>) {
    setOpen(newState === 'open');
    if (newState === 'closed') store.setState({ hasLanguageFailed: false });
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
