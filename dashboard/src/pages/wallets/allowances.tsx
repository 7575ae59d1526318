import { useQuery } from '@tanstack/react-query';
import type { Allowance } from 'ferryman-client';
import { placesOf } from '../../parts/aligned-amount.tsx';
import { Copied } from '../../parts/copied.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { ListEnd, maxListed } from '../../parts/list-end.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SwapLink } from '../../parts/swap-link.tsx';
import { TokenAmount } from '../../parts/token-amount.tsx';
import { TokenName } from '../../parts/token-name.tsx';
import { useSession } from '../../session/session.ts';

type Row = Allowance & { places: { allowed: number; needed: number } };

const columns = [
  column<Row>('wallet', 'Wallet', ({ wallet }) => wallet),
  column<Row>('chain', 'Chain', ({ chain }) => chain),
  column<Row>('token', 'Token', (allowance) => (
    <TokenName token={allowance.token} symbol={allowance.symbol} />
  )),
  column<Row>('spender', 'Spender', ({ spender }) => <Copied text={spender} keep={4} />),
  column<Row>(
    'allowed',
    'Allowed',
    ({ allowed, allowedBaseUnits, places }) =>
      allowedBaseUnits === undefined ? (
        <span className="quiet">not read</span>
      ) : (
        <TokenAmount amount={allowed} baseUnits={allowedBaseUnits} places={places.allowed} />
      ),
    'end',
  ),
  column<Row>(
    'needed',
    'Needed by open swaps',
    ({ needed, neededBaseUnits, places }) => (
      <TokenAmount amount={needed} baseUnits={neededBaseUnits} places={places.needed} />
    ),
    'end',
  ),
  column<Row>('approving', 'Approval in flight', ({ approving }) =>
    approving === undefined ? '–' : <SwapLink id={approving} />,
  ),
  column<Row>('block', 'Read at block', ({ block }) => block ?? '–', 'end'),
];

function rowsOf(allowances: readonly Allowance[]): Row[] {
  const places = {
    allowed: placesOf(allowances.map(({ allowed }) => allowed)),
    needed: placesOf(allowances.map(({ needed }) => needed)),
  };
  return allowances.map((allowance) => ({ ...allowance, places }));
}

export function Allowances() {
  const { client } = useSession();
  const { data, error } = useQuery({
    queryKey: ['allowances'],
    queryFn: ({ signal }) => client.allowances.list({}, { signal }).take(maxListed),
  });
  return (
    <section>
      <h2>Allowances</h2>
      <p className="hint">
        What a wallet lets a contract take. Ferryman sets an allowance to the sum that open swaps
        need, and reads it when a swap needs it.
      </p>
      {error ? <Problem error={error} /> : null}
      {data ? (
        <DataTable
          label="Allowances"
          columns={columns}
          rows={rowsOf(data)}
          rowKey={({ wallet, chain, token, spender }) => `${wallet} ${chain} ${token} ${spender}`}
          empty="No wallet has an allowance that Ferryman knows."
        />
      ) : null}
      {data ? <ListEnd count={data.length} /> : null}
    </section>
  );
}
