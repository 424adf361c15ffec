import { useIntl } from 'react-intl';
import { type SignUpIcon, SignUpIcons } from '../../components/sign-up-icons.tsx';
import './action-buttons.css';

const actions: SignUpIcon[] = [
  { icon: 'share', label: 'actions.share.label' },
  { icon: 'downline', label: 'actions.downline.label' },
  { icon: 'copy', label: 'actions.copy.label' },
  { icon: 'more', label: 'actions.more.label' },
];

/** The four icon buttons. */
export function ActionButtons() {
  const { formatMessage } = useIntl();
  const label = formatMessage({ id: 'actions.list.label' });

  return <SignUpIcons className="action-buttons" label={label} icons={actions} />;
}
