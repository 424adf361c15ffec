import { useIntl } from 'react-intl';
import type { MessageId } from '../language/messages.ts';
import { Icon, type LabelledIcon } from './icon.tsx';
import { OutgoingLink } from './outgoing-link.tsx';

interface SignUpIconsProps {
  className: string;
  /** Accessible name of the list. */
  label?: MessageId;
  icons: readonly LabelledIcon[];
}

/** Icon buttons, each a link to sign-up. */
export function SignUpIcons({ className, label, icons }: SignUpIconsProps) {
  const { formatMessage } = useIntl();

  return (
    <ul role="list" className={className} aria-label={label && formatMessage({ id: label })}>
      {icons.map(({ icon, label: name }) => (
        <li key={icon}>
          <OutgoingLink to="signUp" className="icon-button">
            <Icon name={icon} />
            {formatMessage({ id: name })}
          </OutgoingLink>
        </li>
      ))}
    </ul>
  );
}
