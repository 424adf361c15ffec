import { useIntl } from 'react-intl';
import { SignUpIcons } from '../components/sign-up-icons.tsx';
import type { MessageId } from '../language/messages.ts';
import { actions } from '../site/content.ts';
import './action-buttons.css';

/** The icon buttons. The label distinguishes the two groups of the page. */
export function ActionButtons({ label }: { label: MessageId }) {
  const { formatMessage } = useIntl();

  return (
    <SignUpIcons className="action-buttons" label={formatMessage({ id: label })} icons={actions} />
  );
}
