import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../components/icon.tsx';
import { isPlainClick } from '../dom/plain-click.ts';
import { useGoTo } from '../hooks/use-go-to.ts';
import { useHydrated } from '../hooks/use-hydrated.ts';
import { usePageStore, usePageStoreApi } from '../state/store.ts';
import { canLoadMessages } from './messages.ts';
import { useLightDismiss } from './use-light-dismiss.ts';
import './menu.css';

const popoverId = 'language-menu';

/**
 * The language button and the list of links that it discloses (WAI-ARIA Authoring Practices, disclosure): a
 * popover, which works without JavaScript. In browsers without popovers, the button opens it.
 */
export function LanguageMenu() {
  // The language of the text, in which the page is only after it has rendered.
  const { formatMessage, locale } = useIntl();
  const store = usePageStoreApi();
  const { preload, show, locales } = store.getState();
  const current = usePageStore((it) => it.currentLanguage);
  const hasFailed = usePageStore((it) => it.hasFailed);
  const isBusy = current !== locale;
  const failure = hasFailed && formatMessage({ id: 'header.language.failed' });
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Without JavaScript the browser knows whether the popover is open, and this would not.
  const isHydrated = useHydrated();
  const goTo = useGoTo();
  useLightDismiss(root, isOpen, close);

  // After the page has another language.
  const closeTranslated = useEffectEvent(() => isOpen && close());
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => () => void closeTranslated(), [locale]);

  // One that was opened before hydration has sent no event, and the visitor may have closed one that has a note.
  useEffect(() => {
    const { current } = popover;
    const isShown = current?.showPopover && current.matches(':popover-open');
    if (hasFailed && !isShown) current?.showPopover?.();
    if (hasFailed || isShown) setOpen(true);
  }, [hasFailed]);

  function choose(event: MouseEvent, code: string) {
    if (!isPlainClick(event) || !canLoadMessages()) return;
    event.preventDefault();
    void show(code, goTo);
    if (code === locale) close();
  }

  /** Closes the menu, and its note. A focus inside returns to the button, which has its name in a new language by now. */
  function close() {
    popover.current?.hidePopover?.();
    if (popover.current?.contains(document.activeElement)) button.current?.focus();
    onToggle(false);
  }

  function onToggle(open: boolean) {
    setOpen(open);
    if (!open) store.setState({ hasFailed: false });
  }

  function toggleWithoutPopover() {
    if (!popover.current?.togglePopover) onToggle(!isOpen);
  }

  function closeOnEscape({ key }: KeyboardEvent) {
    if (key === 'Escape' && isOpen) close();
  }

  /**
   * Closes the menu when the focus leaves. Not when it moves to the button, whose click would then
   * open the menu again.
   */
  function closeOnBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles bubbling events of button and links
    <div
      ref={root}
      className="language-menu needs-screen"
      onPointerEnter={preload}
      onFocus={preload}
      onBlur={closeOnBlur}
      onKeyDown={closeOnEscape}
    >
      <button
        ref={button}
        type="button"
        className="language-menu-button"
        popoverTarget={popoverId}
        aria-expanded={isHydrated ? isOpen : undefined}
        aria-label={formatMessage({ id: 'header.language.button' })}
        aria-busy={isBusy || undefined}
        onClick={toggleWithoutPopover}
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
        // Not when a failure opens it.
        onBeforeToggle={hasFailed ? undefined : preload}
        onToggle={({ newState }) => onToggle(newState === 'open')}
      >
        <ul role="list" aria-label={formatMessage({ id: 'header.language.label' })}>
          {locales.map(({ code, name }) => (
            <li key={code}>
              <a
                className="language-menu-item"
                aria-current={code === current || undefined}
                aria-busy={(isBusy && code === current) || undefined}
                href={`?lang=${code}`}
                hrefLang={code}
                lang={code}
                onClick={(event) => choose(event, code)}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
        {failure && <p className="language-menu-note">{failure}</p>}
      </div>
      {/* Always shown: screen readers announce changes in a live region, not its appearance. */}
      <span role="status" className="visually-hidden">
        {failure}
      </span>
    </div>
  );
}
