import { type MouseEvent, type SyntheticEvent, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { preconnect } from '../../boot/preconnect.ts';
import { Icon } from '../../components/icon.tsx';
import { OperatorLink } from '../../components/operator-link.tsx';
import { Picture } from '../../components/picture.tsx';
import { useHydrated } from '../../hooks/use-hydrated.ts';
import { usePageVisible } from '../../hooks/use-page-visible.ts';
import { brand } from '../../site/config.ts';
import picture from '../../site/pictures/advert.svg';
import { usePageStore } from '../../state/store.ts';
import { closeModal, useModal } from './use-modal.ts';
import './advert.css';

/** Whether Back or Forward has loaded this document. */
function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'back_forward';
}

/**
 * The advert pop-up. It opens after hydration, so that it never covers a page without JavaScript, and
 * once closed stays closed across client-side navigation. It does not open when a visitor comes back.
 */
export function Advert() {
  const { formatMessage } = useIntl();
  const dialog = useRef<HTMLDialogElement>(null);
  const isClosed = usePageStore((store) => store.isAdvertClosed);
  const setClosed = usePageStore((store) => store.closeAdvert);
  const isOpen = useHydrated() && !isClosed;
  useModal(dialog, isOpen);

  // Its button is the likely next click.
  const link = usePageStore((store) => store.link);
  const isShown = usePageVisible() && isOpen;
  useEffect(() => {
    if (isShown && link !== null) preconnect(new URL(link));
  }, [isShown, link]);

  // Back shows the page, whether or not the browser keeps it (back/forward cache).
  useEffect(() => {
    if (isReturn()) setClosed();
    const closeAtOnce = () => dialog.current?.close();
    window.addEventListener('pagehide', closeAtOnce);
    return () => window.removeEventListener('pagehide', closeAtOnce);
  }, [setClosed]);

  function close() {
    if (dialog.current) void closeModal(dialog.current);
  }

  function closeOnBackdrop({ target, currentTarget }: MouseEvent) {
    // The content covers the dialog, so only clicks on the backdrop target the dialog itself.
    if (target === currentTarget) close();
  }

  /** Also called when the browser closes the dialog on Escape. */
  function updateClosed({ currentTarget }: SyntheticEvent<HTMLDialogElement>) {
    if (!currentTarget.open) setClosed();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same with the keyboard
    <dialog
      ref={dialog}
      className="advert"
      aria-labelledby="advert-title"
      onClick={closeOnBackdrop}
      onClose={updateClosed}
    >
      <div className="advert-content">
        <button
          type="button"
          className="advert-close"
          aria-label={formatMessage({ id: 'advert.popup.close' })}
          onClick={close}
        >
          <Icon name="close" />
        </button>
        <OperatorLink to="signUp" className="advert-link">
          <Picture
            className="advert-picture"
            src={picture}
            width={584}
            height={430}
            priority="low"
          />
          <span className="advert-words">
            <span className="advert-brand" translate="no">
              {brand}
            </span>
            <strong id="advert-title" className="heading advert-title">
              {formatMessage({ id: 'advert.popup.title' })}
            </strong>
            <span className="advert-text">{formatMessage({ id: 'advert.popup.text' })}</span>
          </span>
          <span className="button advert-action">
            {formatMessage({ id: 'advert.popup.action' })}
          </span>
          <small className="advert-terms">{formatMessage({ id: 'offers.terms.short' })}</small>
        </OperatorLink>
      </div>
    </dialog>
  );
}
