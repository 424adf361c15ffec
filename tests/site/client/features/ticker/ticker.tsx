import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../../components/icon.tsx';
import { PlaybackButton } from '../../components/playback-button.tsx';
import { usePlayback } from '../../hooks/use-playback.ts';
import { usePageStore } from '../../state/store.ts';
import './ticker.css';

/** A number of the page's seed, which a timer and a button increase. */
export function Ticker() {
  const { formatMessage } = useIntl();
  const root = useRef<HTMLElement>(null);
  const [number, setNumber] = useState(usePageStore(({ seed }) => seed % 1_000));
  const advance = () => setNumber((before) => before + 1);
  const { isPlaying, toggle } = usePlayback(root, { interval: 2_000, advance });

  return (
    <section
      ref={root}
      className="ticker"
      data-place="ticker"
      aria-label={String(formatMessage({ id: 'ticker.part.label' }, { number }))}
    >
      <p className="ticker-number">{number}</p>
      <PlaybackButton
        className="button needs-script"
        isPlaying={isPlaying}
        pause="ticker.part.pause"
        play="ticker.part.play"
        onToggle={toggle}
      />
      <button
        type="button"
        className="button needs-script ticker-next"
        aria-label={formatMessage({ id: 'ticker.part.next' })}
        onClick={advance}
      >
        <Icon name="next" />
      </button>
    </section>
  );
}
