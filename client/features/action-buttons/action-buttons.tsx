import { useIntl } from 'react-intl';
import { type IconAction, IconLinks } from '../../shared/icon-links.tsx';

const actions: IconAction[] = [
  { icon: 'share', label: 'actions.share.label' },
  { icon: 'downline', label: 'actions.downline.label' },
  { icon: 'copy', label: 'actions.copy.label' },
  { icon: 'more', label: 'actions.more.label' },
];

/** The four icon buttons. */
export function ActionButtons() {
  const { formatMessage } = useIntl();
  const label = formatMessage({ id: 'actions.list.label' });

  return <IconLinks className="action-buttons" label={label} actions={actions} />;
}
