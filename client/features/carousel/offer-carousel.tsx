import { useIntl } from 'react-intl';
import type { Place } from '../../components/counted.ts';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import { Picture } from '../../components/picture.tsx';
import type { MessageId } from '../../language/messages.ts';
import { offers } from '../../site/content.ts';
import { usePageStore } from '../../state/store.ts';
import { Carousel } from './carousel.tsx';
import './offer.css';

interface OfferCarouselProps {
  place: Place;
  /** Accessible name. */
  label: MessageId;
  /** Whether the last offer comes first. */
  isReversed?: boolean;
  /** Whether the mouse can drag the slides. */
  isDraggable?: boolean;
  /** Whether it is above the fold, so that its first picture gets a high fetch priority. */
  isFirstView?: boolean;
}

/** A carousel of the offers, each linked to sign-up. */
export function OfferCarousel({
  place,
  label,
  isReversed = false,
  isDraggable = false,
  isFirstView = false,
}: OfferCarouselProps) {
  const { formatMessage } = useIntl();
  const hasLinks = usePageStore(({ link }) => link !== null);
  const ordered = isReversed ? [...offers].reverse() : offers;

  return (
    <Carousel
      place={place}
      label={formatMessage({ id: label })}
      isDraggable={isDraggable}
      isFocusable={!hasLinks}
      slides={ordered.map((offer, index) => ({
        key: offer.picture,
        title: formatMessage({ id: offer.title }),
        content: <OfferBanner offer={offer} hasPriority={isFirstView && index === 0} />,
      }))}
    />
  );
}

function OfferBanner({
  offer,
  hasPriority,
}: {
  offer: (typeof offers)[number];
  hasPriority: boolean;
}) {
  const { formatMessage } = useIntl();

  return (
    <OutgoingLink to="signUp" className="offer">
      <Picture
        className="offer-picture"
        src={offer.picture}
        width={960}
        height={480}
        columnView="column"
        {...(hasPriority && { priority: 'high' })}
      />
      <span className="offer-words">
        <strong className="heading offer-title">{formatMessage({ id: offer.title })}</strong>
        <span className="offer-text">{formatMessage({ id: offer.text })}</span>
        <span className="button button-plain offer-action">
          {formatMessage({ id: offer.action })}
        </span>
      </span>
    </OutgoingLink>
  );
}
