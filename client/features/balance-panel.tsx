import { useIntl } from 'react-intl';
import { SignUpIcons } from '../components/sign-up-icons.tsx';
import { formatMoney } from '../format-money.ts';
import { balanceActions, balances } from '../site/content.ts';
import './balance-panel.css';

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
      <SignUpIcons className="balance-panel-actions" icons={balanceActions} />
    </section>
  );
}
