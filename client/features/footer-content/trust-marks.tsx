import { useIntl } from 'react-intl';
import { PageLink } from '../../components/page-link.tsx';
import { Picture } from '../../components/picture.tsx';
import type { MessageId } from '../../language/messages.ts';
import paymentMethods from '../../site/pictures/payment-methods.svg';
import regulator from '../../site/pictures/regulator.svg';
import certificate from './certificate.svg';
import security from './security.svg';
import './trust-marks.css';

/** Licence, payment methods and security marks. */
export function TrustMarks() {
  const { formatMessage } = useIntl();

  return (
    <div className="card trust-marks">
      <section className="trust-mark trust-mark-licence">
        <h3>{formatMessage({ id: 'content.licence.title' })}</h3>
        <PageLink>
          <Picture
            src={regulator}
            width={160}
            height={64}
            alt={formatMessage({ id: 'content.licence.logo' })}
          />
        </PageLink>
        <p>{formatMessage({ id: 'content.licence.text' })}</p>
      </section>
      <section className="trust-mark trust-mark-payment">
        <h3>{formatMessage({ id: 'content.payment.title' })}</h3>
        <NamedMark picture={paymentMethods} width={360} name="content.payment.logo" />
      </section>
      <section className="trust-mark">
        <h3>{formatMessage({ id: 'content.security.title' })}</h3>
        <NamedMark picture={certificate} width={160} name="content.certificate.logo" />
        <NamedMark picture={security} width={160} name="content.security.logo" />
      </section>
    </div>
  );
}

/** A mark with its name below. */
function NamedMark({ picture, width, name }: { picture: string; width: number; name: MessageId }) {
  const { formatMessage } = useIntl();

  return (
    <PageLink className="trust-mark-named">
      <Picture src={picture} width={width} height={64} />
      {formatMessage({ id: name })}
    </PageLink>
  );
}
