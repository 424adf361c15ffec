import { useIntl } from 'react-intl';
import { Icon, type IconName } from '../../shared/icon.tsx';
import type { MessageId } from '../../shared/message-id.ts';
import { OperatorLink } from '../../shared/operator-link.tsx';

const actions: { icon: IconName; label: MessageId }[] = [
  { icon: 'share', label: 'actions.share.label' },
  { icon: 'downline', label: 'actions.downline.label' },
  { icon: 'copy', label: 'actions.copy.label' },
  { icon: 'more', label: 'actions.more.label' },
];

/** The four icon buttons, each a link to sign-up. */
export function ActionButtons() {
  const { formatMessage } = useIntl();

  return (
    <ul className="action-buttons" aria-label={formatMessage({ id: 'actions.list.label' })}>
      {actions.map(({ icon, label }) => (
        <li key={icon}>
          <OperatorLink to="signUp" className="icon-button">
            <Icon name={icon} />
            {formatMessage({ id: label })}
          </OperatorLink>
        </li>
      ))}
    </ul>
  );
}
