import { useIntl } from 'react-intl';
import { Icon } from '../../components/icon.tsx';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import { Picture } from '../../components/picture.tsx';
import { dismiss } from '../../dom/dismissal.ts';
import { takeFocus } from '../../dom/take-focus.ts';
import picture from './footer-offer.svg';
import './footer-offer.css';

/** The offer above the footer's links, dismissible for the session, which moves the focus on. */
export function FooterOffer({ nextId }: { nextId: string }) {
  const { formatMessage } = useIntl();

  function close() {
    takeFocus(document.getElementById(nextId));
    dismiss('is-footer-offer-dismissed');
  }

  return (
    <aside
      className="footer-offer"
      data-place="footer-offer"
      aria-label={formatMessage({ id: 'footer.offer.label' })}
    >
      <OutgoingLink to="signUp" className="footer-offer-link">
        <Picture className="footer-offer-picture" src={picture} width={104} height={104} />
        <span className="footer-offer-words">
          <strong className="footer-offer-text">
            {formatMessage({ id: 'footer.offer.text' })}
          </strong>{' '}
          <small className="footer-offer-terms">
            {formatMessage({ id: 'footer.offer.terms' })}
          </small>
        </span>
        <span className="button button-plain footer-offer-action">
          {formatMessage({ id: 'footer.offer.action' })}
        </span>
      </OutgoingLink>
      <button
        type="button"
        className="footer-offer-close needs-script"
        aria-label={formatMessage({ id: 'footer.offer.close' })}
        onClick={close}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}
