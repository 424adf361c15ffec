import { useIntl } from 'react-intl';
import './terms-note.css';

/**
 * Age limit, risk and terms in one line, beside an offer. The specification has no link to the
 * operator's terms, so the line links to the notice on the page that names where they are.
 */
export function TermsNote({ noticeId }: { noticeId: string }) {
  const { formatMessage } = useIntl();

  return (
    <p className="terms-note">
      {formatMessage(
        { id: 'offers.terms.note' },
        { link: (words) => <a href={`#${noticeId}`}>{words}</a> },
      )}
    </p>
  );
}
