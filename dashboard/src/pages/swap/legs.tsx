import type { Leg, Swap } from 'ferryman-client';
import { Amount } from '../../parts/amount.tsx';
import { ChainLink } from '../../parts/chain-link.tsx';
import { Copied } from '../../parts/copied.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { legAmount } from '../../parts/leg-amount.ts';

const levels: Readonly<Record<Leg['level'], string>> = {
  verified: 'verified on its chain',
  inferred: 'inferred from the chain',
  'router-reported': 'reported by the routing service alone',
  'operator-reported': 'reported by a person',
  disputed: 'disputed',
};

/** Transfers that belong to the swap, and how sure they are. */
export function Legs({ swap }: { swap: Swap }) {
  if (swap.legs.length === 0) return null;
  const columns = [
    column<Leg>('role', 'Leg', ({ role }) => role),
    column<Leg>(
      'amount',
      'Amount',
      (leg) => {
        const { value, unit, isOfJob } = legAmount(leg, swap);
        return (
          <>
            <Amount value={value} symbol={unit} />
            {isOfJob ? null : <Copied text={leg.token} keep={4} />}
          </>
        );
      },
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
