import { useIntl } from 'react-intl';
import type { MessageId } from '../language/messages.ts';
import { Icon } from './icon.tsx';

interface PlaybackButtonProps {
  className: string;
  isPlaying: boolean;
  /** Names of the button while it pauses, and while it resumes. */
  pause: MessageId;
  play: MessageId;
  onToggle: () => void;
}

/** Pauses and resumes something that moves or changes by itself (WCAG 2.2.2). */
export function PlaybackButton({
  className,
  isPlaying,
  pause,
  play,
  onToggle,
}: PlaybackButtonProps) {
  const { formatMessage } = useIntl();

  return (
    <button
      type="button"
      className={className}
      aria-label={formatMessage({ id: isPlaying ? pause : play })}
      onClick={onToggle}
    >
      <Icon name={isPlaying ? 'pause' : 'play'} />
    </button>
  );
}
