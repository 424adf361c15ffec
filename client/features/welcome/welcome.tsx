import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { create } from 'zustand';
import { Icon } from '../../components/icon.tsx';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import { Picture } from '../../components/picture.tsx';
import { nextFrame } from '../../dom/next-frame.ts';
import { useHydrated } from '../../hooks/use-hydrated.ts';
import { brand } from '../../site/config.ts';
import { useModal } from './use-modal.ts';
import picture from './welcome.svg';
import './welcome.css';

/** Whether the visitor has closed the pop-up, until the next page load. */
const useClosed = create(() => false);
const setClosed = () => useClosed.setState(true);

/** Whether Back or Forward has loaded this document. */
function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'back_forward';
}

/**
 * The welcome pop-up. It opens after hydration, so that it never covers a page without JavaScript, and
 * once closed stays closed across client-side navigation. It does not open when a visitor comes back.
 */
export function Welcome() {
  const { formatMessage } = useIntl();
  const dialog = useRef<HTMLDialogElement>(null);
  const isClosed = useClosed();
  const isOpen = useHydrated() && !isClosed;
  useModal(dialog, isOpen);

  // Back shows the page, whether or not the browser keeps it (back/forward cache).
  useEffect(() => {
    if (isReturn()) setClosed();
    window.addEventListener('pagehide', setClosed);
    return () => window.removeEventListener('pagehide', setClosed);
  }, []);

  // In two frames, since closing it recalculates the styles of the whole page.
  function close() {
    const { current: element } = dialog;
    if (!element) return;
    element.hidden = true;
    void nextFrame().then(() => element.close());
  }

  return (
    <dialog
      ref={dialog}
      className="welcome"
      data-place="welcome"
      aria-labelledby="welcome-title"
      onClose={setClosed}
    >
      {/* An element of its own: no click whose press began elsewhere targets it. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same with the keyboard */}
      <div role="presentation" className="welcome-backdrop" onClick={close} />
      <div className="welcome-content">
        <button
          type="button"
          className="welcome-close"
          aria-label={formatMessage({ id: 'welcome.popup.close' })}
          onClick={close}
        >
          <Icon name="close" />
        </button>
        <OutgoingLink to="signUp" className="lamps welcome-link">
          <span className="welcome-words">
            <span className="welcome-brand" translate="no">
              {brand}
            </span>
            <strong id="welcome-title" className="heading welcome-title">
              {formatMessage({ id: 'welcome.popup.title' })}
            </strong>
            <span className="welcome-text">{formatMessage({ id: 'welcome.popup.text' })}</span>
          </span>
          <Picture
            className="welcome-picture"
            src={picture}
            width={584}
            height={430}
            priority="low"
          />
          <span className="button welcome-action">
            {formatMessage({ id: 'welcome.popup.action' })}
          </span>
          <small className="welcome-terms">{formatMessage({ id: 'offers.terms.short' })}</small>
        </OutgoingLink>
      </div>
    </dialog>
  );
}
