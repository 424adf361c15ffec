import { useState } from 'react';
import { useIntl } from 'react-intl';
import { PlaybackButton } from '../../components/playback-button.tsx';
import { useHydrated } from '../../hooks/use-hydrated.ts';
import './announcement.css';

/** The announcement bar, a marquee with a pause button. */
export function Announcement() {
  const { formatMessage } = useIntl();
  const [isPaused, setPaused] = useState(false);
  const isHydrated = useHydrated();
  const text = formatMessage({ id: 'announcement.bar.text' });

  return (
    <section
      className={`announcement${isHydrated ? ' is-scrolling' : ''}${isPaused ? ' is-paused' : ''}`}
      aria-label={formatMessage({ id: 'announcement.bar.label' })}
    >
      <div className="announcement-window">
        <p className="announcement-text" data-text={text}>
          {text}
        </p>
      </div>
      <PlaybackButton
        className="announcement-button needs-script"
        isPlaying={!isPaused}
        pause="announcement.bar.pause"
        play="announcement.bar.play"
        onToggle={() => setPaused(!isPaused)}
      />
    </section>
  );
}
