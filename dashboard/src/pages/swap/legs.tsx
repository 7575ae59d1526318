import type { Leg, Swap } from 'ferryman-client';
import { Amount } from '../../parts/amount.tsx';
import { ChainLink } from '../../parts/chain-link.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';

const levels: Readonly<Record<Leg['level'], string>> = {
  verified: 'verified on its chain',
  inferred: 'inferred from the chain',
  'router-reported': 'only the routing service says so',
  'operator-reported': 'a person says so',
  disputed: 'disputed',
};

/** Transfers that belong to the swap, and how sure they are. */
export function Legs({ swap }: { swap: Swap }) {
  if (swap.legs.length === 0) return null;
  const symbolOf = ({ token, chain }: Leg): string =>
    [swap.to, swap.from].find((asset) => asset.chain === chain && asset.token === token)?.symbol ??
    token;
  const columns = [
    column<Leg>('role', 'Leg', ({ role }) => role),
    column<Leg>(
      'amount',
      'Amount',
      (leg) => (
        <Amount
          value={leg.amount ?? leg.promised ?? leg.amountBaseUnits ?? '?'}
          symbol={symbolOf(leg)}
        />
      ),
      'end',
    ),
    column<Leg>('chain', 'Chain', ({ chain }) => chain),
    column<Leg>('hash', 'Transaction', ({ chain, txId }) => (
      <ChainLink chain={chain} kind="transaction" id={txId} />
    )),
    column<Leg>('level', 'How sure', ({ level, promised }) =>
      promised ? `${levels[level]}; the amount is the promised minimum` : levels[level],
    ),
  ];
  return (
    <section aria-labelledby="legs">
      <h2 id="legs">Legs</h2>
      <DataTable
        label="Legs"
        columns={columns}
        rows={swap.legs}
        rowKey={({ txId, index }) => `${txId} ${index}`}
        empty=""
      />
    </section>
  );
}
