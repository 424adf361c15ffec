import { useIntl } from 'react-intl';
import picture from '../../assets/footer-ad.svg';
import { Icon } from '../../components/icon.tsx';
import { OperatorLink } from '../../components/operator-link.tsx';
import { Picture } from '../../components/picture.tsx';
import { useDismissed } from './use-dismissed.ts';
import './footer-banner.css';

/** The advertisement above the footer's links, dismissible for the session. */
export function FooterBanner() {
  const { formatMessage } = useIntl();
  const [isDismissed, dismiss] = useDismissed('footer-banner');
  if (isDismissed) return null;

  return (
    <aside className="footer-banner" aria-label={formatMessage({ id: 'footer.banner.label' })}>
      <OperatorLink to="signUp" className="footer-banner-link">
        <Picture className="footer-banner-picture" src={picture} width={960} height={96} />
        <span className="footer-banner-words">
          <span className="footer-banner-text">{formatMessage({ id: 'footer.banner.text' })}</span>{' '}
          <small>{formatMessage({ id: 'offers.terms.short' })}</small>
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
