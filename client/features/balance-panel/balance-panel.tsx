import { useIntl } from 'react-intl';
import type { LabelledIcon } from '../../components/icon.tsx';
import { SignUpIcons } from '../../components/sign-up-icons.tsx';
import { formatMoney } from '../../format-money.ts';
import type { MessageId } from '../../language/messages.ts';
import './balance-panel.css';

const balances: readonly { label: MessageId; cents: number }[] = [
  { label: 'balance.current.label', cents: 0 },
  { label: 'balance.deposit.minimum', cents: 1_00 },
  { label: 'balance.withdraw.minimum', cents: 20_00 },
];

const actions: readonly LabelledIcon[] = [
  { icon: 'deposit', label: 'balance.deposit.action' },
  { icon: 'withdraw', label: 'balance.withdraw.action' },
  { icon: 'refresh', label: 'balance.refresh.action' },
];

/** The balance panel of a new member. Its links lead to sign-up. */
export function BalancePanel() {
  const { formatMessage } = useIntl();

  return (
    <section className="card balance-panel" data-place="balance">
      <h2 className="card-title">{formatMessage({ id: 'balance.panel.title' })}</h2>
      <dl className="balance-panel-amounts">
        {balances.map(({ label, cents }) => (
          <div key={label} className="balance-panel-amount">
            <dt>{formatMessage({ id: label })}</dt>
            <dd>{formatMoney(cents)}</dd>
          </div>
        ))}
      </dl>
      <SignUpIcons className="balance-panel-actions" icons={actions} />
    </section>
  );
}
