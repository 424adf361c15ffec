import type { LabelledIcon } from '../../components/icon.tsx';
import { SignUpIcons } from '../../components/sign-up-icons.tsx';
import type { MessageId } from '../../language/messages.ts';
import './action-buttons.css';

const actions: readonly LabelledIcon[] = [
  { icon: 'share', label: 'actions.share.label' },
  { icon: 'downline', label: 'actions.downline.label' },
  { icon: 'copy', label: 'actions.copy.label' },
  { icon: 'more', label: 'actions.more.label' },
];

/** The icon buttons. The label distinguishes the two groups of the page. */
export function ActionButtons({ label }: { label: MessageId }) {
  return <SignUpIcons className="action-buttons" label={label} icons={actions} />;
}
