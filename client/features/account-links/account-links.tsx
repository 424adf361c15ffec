import { useIntl } from 'react-intl';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import { Picture } from '../../components/picture.tsx';
import login from './login.svg';
import register from './register.svg';
import './account-links.css';

/** Login and registration on the operator's site. */
export function AccountLinks() {
  const { formatMessage } = useIntl();

  return (
    <div className="account-links prints-urls" data-place="account">
      <OutgoingLink to="login" className="frame poster account-link">
        <Picture src={login} width={160} height={96} />
        <span className="account-link-label">{formatMessage({ id: 'account.login.label' })}</span>
      </OutgoingLink>
      <OutgoingLink to="signUp" className="frame poster account-link account-link-register">
        <Picture src={register} width={160} height={96} />
        <span className="account-link-label">
          {formatMessage({ id: 'account.register.label' })}
        </span>
      </OutgoingLink>
    </div>
  );
}
