import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { PlaybackButton } from '../../components/playback-button.tsx';
import { formatMoney } from '../../format-money.ts';
import { usePlayback } from '../../hooks/use-playback.ts';
import type { MessageId } from '../../language/messages.ts';
import { usePageStore } from '../../state/store.ts';
import { seededRandom } from './random.ts';
import { liveTable, randomRows } from './rows.ts';
import './live-table.css';

interface LiveTableProps {
  /** Prefix of the ids of its title and its disclosure. */
  id: string;
  title: MessageId;
  /** Whether to replace all rows periodically. The initial rows of one that does not are others. */
  isRefreshing: boolean;
}

/** A table of illustrative transactions. Not a live region: updates are not announced. */
export function LiveTable({ id, title, isRefreshing }: LiveTableProps) {
  const { formatMessage } = useIntl();
  const root = useRef<HTMLElement>(null);
  // The same on the server and in the browser.
  const seed = usePageStore((store) => store.seed) + (isRefreshing ? 0 : 1);
  const [rows, setRows] = useState(() => randomRows(seededRandom(seed)));
  const { isPlaying, toggle } = usePlayback(root, {
    interval: isRefreshing ? liveTable.refreshMilliseconds : null,
    advance: () => setRows(randomRows(Math.random)),
  });

  return (
    <section ref={root} className="card live-table">
      <div className="live-table-head">
        <h2 id={id} className="card-title">
          {formatMessage({ id: title })}
        </h2>
        {isRefreshing && (
          <PlaybackButton
            className="live-table-toggle needs-script"
            isPlaying={isPlaying}
            pause="transactions.table.pause"
            play="transactions.table.play"
            onToggle={toggle}
          />
        )}
      </div>
      <p id={`${id}-note`} className="live-table-note">
        {formatMessage({ id: 'transactions.table.note' })}
      </p>
      <table aria-labelledby={id} aria-describedby={`${id}-note`}>
        <thead>
          <tr>
            <th scope="col">{formatMessage({ id: 'transactions.column.deposit' })}</th>
            <th scope="col">{formatMessage({ id: 'transactions.column.withdraw' })}</th>
            <th scope="col">{formatMessage({ id: 'transactions.column.game' })}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <MemberCell id={row.topUpId} cents={row.topUpAmount} />
              <MemberCell id={row.withdrawId} cents={row.withdrawAmount} />
              <td className="live-table-game" translate="no">
                {row.game}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function MemberCell({ id, cents }: { id: string; cents: number }) {
  return (
    <td>
      <span className="live-table-member">{id}</span>{' '}
      <span className="live-table-amount">{formatMoney(cents)}</span>
    </td>
  );
}
