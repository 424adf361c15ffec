import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../../components/icon.tsx';
import { PlaybackButton } from '../../components/playback-button.tsx';
import { useCarousel } from './use-carousel.ts';
import { useDragScroll } from './use-drag-scroll.ts';
import './carousel-controls.css';
import './carousel.css';

interface CarouselProps {
  /** Where clicks are counted: `data-place`. */
  place: string;
  label: string;
  slides: { key: string; title: string; content: ReactNode }[];
  /** Whether the mouse can drag the slides. */
  isDraggable: boolean;
  /** Whether the strip is focusable for keyboard scrolling, as when no slide has a link. */
  isFocusable: boolean;
}

/** A horizontally scrolling strip, which works without JavaScript, advanced by `useCarousel`. */
export function Carousel({ place, label, slides, isDraggable, isFocusable }: CarouselProps) {
  const { formatMessage } = useIntl();
  const { root, strip, current, chosen, isPlaying, choose, toggle, stripHandlers } = useCarousel(
    slides.length,
  );
  const dragHandlers = useDragScroll(strip, isDraggable);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the controls of a form
    <div
      ref={root}
      role="group"
      className={`frame carousel${isDraggable ? ' is-draggable' : ''}`}
      aria-roledescription={formatMessage({ id: 'offers.carousel.role' })}
      data-place={place}
      aria-label={label}
    >
      {/* Before what it stops (WAI-ARIA Authoring Practices). */}
      <PlaybackButton
        className="carousel-button carousel-playback needs-script"
        isPlaying={isPlaying}
        pause="offers.carousel.pause"
        play="offers.carousel.play"
        onToggle={toggle}
      />
      <div
        ref={strip}
        className="carousel-strip"
        tabIndex={isFocusable ? 0 : undefined}
        {...stripHandlers}
        {...dragHandlers}
      >
        {slides.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the controls of a form
          <div
            key={key}
            role="group"
            className="carousel-slide"
            aria-roledescription={formatMessage({ id: 'offers.slide.role' })}
            aria-label={String(
              formatMessage(
                { id: 'offers.slide.place' },
                { place: index + 1, count: slides.length },
              ),
            )}
          >
            {content}
          </div>
        ))}
      </div>
      <div className="carousel-controls needs-script">
        <button
          type="button"
          className="carousel-button carousel-previous"
          aria-label={formatMessage({ id: 'offers.carousel.previous' })}
          onClick={() => choose(current - 1)}
        >
          <Icon name="previous" />
        </button>
        <ul role="list" className="carousel-dots">
          {slides.map(({ key }, index) => (
            <li key={key}>
              <button
                type="button"
                className="carousel-dot"
                aria-current={index === current}
                onClick={() => choose(index)}
              >
                <span className="visually-hidden">
                  {formatMessage({ id: 'offers.carousel.goTo' }, { place: index + 1 })}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <button
          type="button"
          className="carousel-button carousel-next"
          aria-label={formatMessage({ id: 'offers.carousel.next' })}
          onClick={() => choose(current + 1)}
        >
          <Icon name="next" />
        </button>
      </div>
      {/* Announces what the controls have shown, but not what the timer does. */}
      <span className="visually-hidden" role="status">
        {chosen !== null && slides[chosen]?.title}
      </span>
    </div>
  );
}
