import type { PlannedBalance } from 'ferryman-client';
import { placesOf } from '../../../parts/aligned-amount.tsx';
import { column, DataTable } from '../../../parts/data-table.tsx';
import { TokenAmount } from '../../../parts/token-amount.tsx';
import { TokenName } from '../../../parts/token-name.tsx';
import { usdText } from '../../../parts/usd-text.ts';

type Row = PlannedBalance & { places: { before: number; after: number } };

const columns = [
  column<Row>('wallet', 'Wallet', ({ wallet, account }) => wallet ?? account),
  column<Row>('chain', 'Chain', ({ chain }) => chain),
  column<Row>('token', 'Token', ({ token, symbol }) => <TokenName token={token} symbol={symbol} />),
  column<Row>(
    'before',
    'Before',
    ({ before, beforeBaseUnits, places }) => (
      <TokenAmount amount={before} baseUnits={beforeBaseUnits} places={places.before} />
    ),
    'end',
  ),
  column<Row>(
    'after',
    'After',
    ({ after, afterBaseUnits, places }) => (
      <TokenAmount amount={after} baseUnits={afterBaseUnits} places={places.after} />
    ),
    'end',
  ),
  column<Row>('usdBefore', 'USD before', ({ usdBefore }) => usdText(usdBefore), 'end'),
  column<Row>('usdAfter', 'USD after', ({ usdAfter }) => usdText(usdAfter), 'end'),
];

export function PlannedBalances({ balances }: { balances: readonly PlannedBalance[] }) {
  const places = {
    before: placesOf(balances.map(({ before }) => before)),
    after: placesOf(balances.map(({ after }) => after)),
  };
  return (
    <section>
      <h2>Balances</h2>
      <DataTable
        label="Balances"
        columns={columns}
        rows={balances.map((balance) => ({ ...balance, places }))}
        rowKey={({ account, chain, token }) => `${account} ${chain} ${token}`}
        empty="No rule reads a balance."
      />
    </section>
  );
}
