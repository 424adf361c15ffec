import { useState } from 'react';
import { useIntl } from 'react-intl';
import { liveTable } from '../../business.ts';
import { useInterval } from '../../hooks/use-interval.ts';
import { formatMoney } from '../../i18n/money.ts';
import { seededRandom } from './random.ts';
import { randomRows } from './rows.ts';
import './live-table.css';

interface LiveTableProps {
  /** Seed of the initial rows, the same on the server and in the browser. */
  seed: number;
  /** Whether to replace all rows periodically. */
  isRefreshing: boolean;
}

/** A table of illustrative transactions. Not a live region: updates are not announced. */
export function LiveTable({ seed, isRefreshing }: LiveTableProps) {
  const { formatMessage } = useIntl();
  const [rows, setRows] = useState(() => randomRows(seededRandom(seed)));
  useInterval(
    () => setRows(randomRows(Math.random)),
    isRefreshing ? liveTable.refreshMilliseconds : null,
  );

  return (
    <div className="card live-table">
      <h2 className="card-title">{formatMessage({ id: 'transactions.table.title' })}</h2>
      <table>
        <caption>{formatMessage({ id: 'transactions.table.note' })}</caption>
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
              <td className="live-table-game">{row.game}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
