import { useIntl } from 'react-intl';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import { Picture } from '../../components/picture.tsx';
import type { MessageId } from '../../language/messages.ts';
import { offer } from '../../site/config.ts';
import paymentMethods from '../../site/pictures/payment-methods.svg';
import regulator from '../../site/pictures/regulator.svg';
import './home-intro.css';

/** The amounts of the offer, below the headline, each with a message that contains it. */
const amounts: readonly { text: MessageId; amount: string }[] = [
  { text: 'welcome.popup.title', amount: offer.newMemberBonus },
  { text: 'footer.offer.text', amount: offer.freeBonus },
  { text: 'offers.daily.text', amount: offer.firstDepositBonus },
];

/**
 * The slogan, a summary of the offer with its amounts, the page's primary action, and the terms in
 * short. The specification has no link to the operator's terms, so they link to the notice on the page
 * that names where the terms are.
 */
export function HomeIntro({ contentId, noticeId }: { contentId: string; noticeId: string }) {
  const { formatMessage } = useIntl();

  return (
    <div className="lamps home-intro" data-place="intro">
      <h1 className="home-title">{formatMessage({ id: 'intro.slogan.title' })}</h1>
      <p className="home-lead">{formatMessage({ id: 'intro.slogan.text' })}</p>
      <ul role="list" className="home-amounts is-shown-whole">
        {amounts.map(({ text, amount }, index) => {
          const [before, after] = formatMessage({ id: text }).split(amount);
          return (
            <li key={text} className={amounts[index + 1] ? undefined : 'is-last'}>
              <span>{before}</span>
              <strong>{after !== undefined && amount}</strong>
              <span>{after}</span>
            </li>
          );
        })}
      </ul>
      <p className="home-actions">
        <OutgoingLink to="signUp" className="button">
          {formatMessage({ id: 'offers.welcome.action' })}
        </OutgoingLink>{' '}
        <OutgoingLink to="login" className="button button-quiet">
          {formatMessage({ id: 'account.login.label' })}
        </OutgoingLink>
      </p>
      <p className="home-terms">
        {formatMessage(
          { id: 'offers.terms.note' },
          { link: (words) => <a href={`#${noticeId}`}>{words}</a> },
        )}
      </p>
      <a className="home-trust" href={`#${contentId}`}>
        <span className="adults-mark" aria-hidden="true">
          {formatMessage({ id: 'content.adults.mark' })}
        </span>
        <Picture
          src={regulator}
          width={160}
          height={64}
          alt={formatMessage({ id: 'content.licence.title' })}
        />
        <Picture
          src={paymentMethods}
          width={360}
          height={64}
          alt={formatMessage({ id: 'content.payment.title' })}
        />
      </a>
    </div>
  );
}
