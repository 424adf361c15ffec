import { useIntl } from 'react-intl';
import bannerDaily from '../../assets/banner-daily.svg';
import bannerWelcome from '../../assets/banner-welcome.svg';
import { OperatorLink } from '../../components/operator-link.tsx';
import { Picture } from '../../components/picture.tsx';
import type { MessageId } from '../../language/messages.ts';
import { usePageStore } from '../../state/store.ts';
import { Carousel } from './carousel.tsx';
import './offer.css';

interface Offer {
  fileName: string;
  picture: string;
  title: MessageId;
  text: MessageId;
  action: MessageId;
}

const offers: Offer[] = [
  {
    fileName: 'banner-welcome',
    picture: bannerWelcome,
    title: 'offers.welcome.title',
    text: 'offers.welcome.text',
    action: 'offers.welcome.action',
  },
  {
    fileName: 'banner-daily',
    picture: bannerDaily,
    title: 'offers.daily.title',
    text: 'offers.daily.text',
    action: 'offers.daily.action',
  },
];

interface OfferCarouselProps {
  /** Accessible name. */
  label: MessageId;
  /** Which offer comes first. */
  first: 'welcome' | 'daily';
  /** Whether the mouse can drag the slides. */
  isDraggable?: boolean;
  /** Whether it is above the fold, so that its first picture gets a high fetch priority. */
  isFirstView?: boolean;
}

/** A carousel of the two offers, each linked to sign-up. */
export function OfferCarousel({
  label,
  first,
  isDraggable = false,
  isFirstView = false,
}: OfferCarouselProps) {
  const { formatMessage } = useIntl();
  const hasLinks = usePageStore(({ link }) => link !== null);
  const ordered = first === 'welcome' ? offers : [...offers].reverse();

  return (
    <Carousel
      label={formatMessage({ id: label })}
      isDraggable={isDraggable}
      isFocusable={!hasLinks}
      slides={ordered.map((offer, index) => ({
        key: offer.fileName,
        content: <OfferBanner offer={offer} hasPriority={isFirstView && index === 0} />,
      }))}
    />
  );
}

function OfferBanner({ offer, hasPriority }: { offer: Offer; hasPriority: boolean }) {
  const { formatMessage } = useIntl();

  return (
    <OperatorLink to="signUp" className="offer">
      <Picture
        className="offer-picture"
        src={offer.picture}
        width={960}
        height={480}
        {...(hasPriority && { priority: 'high' })}
      />
      <span className="offer-words">
        <strong className="heading offer-title">{formatMessage({ id: offer.title })}</strong>
        <span className="offer-text">{formatMessage({ id: offer.text })}</span>
        <span className="button offer-action">{formatMessage({ id: offer.action })}</span>
      </span>
    </OperatorLink>
  );
}
