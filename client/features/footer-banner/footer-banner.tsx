import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../../components/icon.tsx';
import { OperatorLink } from '../../components/operator-link.tsx';
import { Picture } from '../../components/picture.tsx';
import picture from '../../site/pictures/footer-ad.svg';
import { dismissBanner } from './dismissal.ts';
import './footer-banner.css';

/** The advertisement above the footer's links, dismissible for the session. */
export function FooterBanner() {
  const { formatMessage } = useIntl();
  const banner = useRef<HTMLElement>(null);

  /** Moves the focus on, to what follows the banner. */
  function dismiss() {
    (banner.current?.nextElementSibling as HTMLElement | null)?.focus();
    dismissBanner();
  }

  return (
    <aside
      ref={banner}
      className="footer-banner"
      aria-label={formatMessage({ id: 'footer.banner.label' })}
    >
      <OperatorLink to="signUp" className="footer-banner-link">
        <Picture className="footer-banner-picture" src={picture} width={104} height={104} />
        <span className="footer-banner-words">
          <strong className="footer-banner-text">
            {formatMessage({ id: 'footer.banner.text' })}
          </strong>{' '}
          <small className="footer-banner-terms">
            {formatMessage({ id: 'footer.banner.terms' })}
          </small>
        </span>
        <span className="button footer-banner-action">
          {formatMessage({ id: 'footer.banner.action' })}
        </span>
      </OperatorLink>
      <button
        type="button"
        className="footer-banner-close needs-script"
        aria-label={formatMessage({ id: 'footer.banner.close' })}
        onClick={dismiss}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}
