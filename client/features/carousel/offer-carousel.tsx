import { useIntl } from 'react-intl';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import { Picture } from '../../components/picture.tsx';
import type { MessageId } from '../../language/messages.ts';
import bannerWelcome from '../../site/pictures/banner-welcome.svg';
import { usePageStore } from '../../state/store.ts';
import bannerDaily from './banner-daily.svg';
import { Carousel } from './carousel.tsx';
import './offer.css';

interface Offer {
  picture: string;
  title: MessageId;
  text: MessageId;
  action: MessageId;
}

/** The slides of the carousels. The second carousel has them in the opposite order. */
const offers: readonly Offer[] = [
  {
    picture: bannerWelcome,
    title: 'offers.welcome.title',
    text: 'offers.welcome.text',
    action: 'offers.welcome.action',
  },
  {
    picture: bannerDaily,
    title: 'offers.daily.title',
    text: 'offers.daily.text',
    action: 'offers.daily.action',
  },
];

interface OfferCarouselProps {
  /** Where clicks are counted. */
  place: string;
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

function OfferBanner({ offer, hasPriority }: { offer: Offer; hasPriority: boolean }) {
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
