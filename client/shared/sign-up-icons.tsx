import { useIntl } from 'react-intl';
import { Icon, type IconName } from './icon.tsx';
import type { MessageId } from './message-id.ts';
import { OperatorLink } from './operator-link.tsx';

/** What an icon button shows and says. */
export interface IconAction {
  icon: IconName;
  label: MessageId;
}

interface IconLinksProps {
  className: string;
  /** Names the list, where nothing before it does. */
  label?: string;
  actions: IconAction[];
}

/** Icon buttons, each a link to sign-up. */
export function IconLinks({ className, label, actions }: IconLinksProps) {
  const { formatMessage } = useIntl();

  return (
    <ul className={className} aria-label={label}>
      {actions.map((action) => (
        <li key={action.icon}>
          <OperatorLink to="signUp" className="icon-button">
            <Icon name={action.icon} />
            {formatMessage({ id: action.label })}
          </OperatorLink>
        </li>
      ))}
    </ul>
  );
}
