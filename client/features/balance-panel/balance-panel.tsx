import { useIntl } from 'react-intl';
import { balancePanel, formatMoney } from '../../business.ts';
import { type SignUpIcon, SignUpIcons } from '../../components/sign-up-icons.tsx';
import type { MessageId } from '../../language/messages.ts';
import './balance-panel.css';

const amounts: { label: MessageId; cents: number }[] = [
  { label: 'balance.current.label', cents: balancePanel.balanceCents },
  { label: 'balance.deposit.minimum', cents: balancePanel.minimumDepositCents },
  { label: 'balance.withdraw.minimum', cents: balancePanel.minimumWithdrawCents },
];

const actions: SignUpIcon[] = [
  { icon: 'deposit', label: 'balance.deposit.action' },
  { icon: 'withdraw', label: 'balance.withdraw.action' },
  { icon: 'refresh', label: 'balance.refresh.action' },
];

/** The balance panel of a new member. Its links lead to sign-up. */
export function BalancePanel() {
  const { formatMessage } = useIntl();

  return (
    <section className="card balance-panel" aria-labelledby="balance-panel-title">
      <h2 id="balance-panel-title" className="card-title">
        {formatMessage({ id: 'balance.panel.title' })}
      </h2>
      <dl className="balance-panel-amounts">
        {amounts.map(({ label, cents }) => (
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
