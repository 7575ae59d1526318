import { useQuery } from '@tanstack/react-query';
import type { Balance } from 'ferryman-client';
import { placesOf } from '../../parts/aligned-amount.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { ListEnd, maxListed } from '../../parts/list-end.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.ts';
import { TokenAmount } from './token-amount.tsx';
import { TokenName } from './token-name.tsx';

type Row = Balance & { places: { balance: number; reserved: number } };

const columns = [
  column<Row>('wallet', 'Wallet', ({ wallet }) => wallet),
  column<Row>('chain', 'Chain', ({ chain }) => chain),
  column<Row>('token', 'Token', (balance) => (
    <TokenName token={balance.token} symbol={balance.symbol} />
  )),
  column<Row>(
    'balance',
    'Balance',
    ({ balance, balanceBaseUnits, places }) => (
      <TokenAmount amount={balance} baseUnits={balanceBaseUnits} places={places.balance} />
    ),
    'end',
  ),
  column<Row>(
    'reserved',
    'Reserved of it',
    ({ reserved, reservedBaseUnits, places }) => (
      <TokenAmount amount={reserved} baseUnits={reservedBaseUnits} places={places.reserved} />
    ),
    'end',
  ),
  column<Row>('block', 'Read at block', ({ block }) => block, 'end'),
];

function rowsOf(balances: readonly Balance[]): Row[] {
  const places = {
    balance: placesOf(balances.map(({ balance }) => balance)),
    reserved: placesOf(balances.map(({ reserved }) => reserved)),
  };
  return balances.map((balance) => ({ ...balance, places }));
}

export function Balances() {
  const { client } = useSession();
  const { data, error } = useQuery({
    queryKey: ['balances'],
    queryFn: ({ signal }) => client.balances.list({}, { signal }).take(maxListed),
  });
  return (
    <section>
      <h2>Balances</h2>
      <p className="hint">
        As Ferryman last read them: it reads a balance when a swap needs it. Signed and leased
        transactions may still take what is reserved.
      </p>
      {error ? <Problem error={error} /> : null}
      {data ? (
        <DataTable
          label="Balances"
          columns={columns}
          rows={rowsOf(data)}
          rowKey={({ wallet, family, chain, token }) => `${wallet} ${family} ${chain} ${token}`}
          empty="No balance was read yet."
        />
      ) : null}
      {data ? <ListEnd count={data.length} /> : null}
    </section>
  );
}
