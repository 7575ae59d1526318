import type { Swap } from 'ferryman-client';
import { Amount } from '../../parts/amount.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { FundsLabel, StateLabel } from '../../parts/state-label.tsx';
import { SwapLink } from '../../parts/swap-link.tsx';
import { Time } from '../../parts/time.tsx';

const columns = [
  column<Swap>('id', 'Swap', ({ id }) => <SwapLink id={id} />),
  column<Swap>('state', 'State', ({ state }) => <StateLabel state={state} />),
  column<Swap>('funds', 'Money', ({ fundsState }) => <FundsLabel funds={fundsState} />),
  column<Swap>(
    'from',
    'Pays',
    ({ amount, from }) => <Amount value={amount} symbol={from.symbol} />,
    'end',
  ),
  column<Swap>('route', 'From → to', ({ from, to }) => (
    <>
      {from.chain} → {to.symbol} on {to.chain}
    </>
  )),
  column<Swap>('provider', 'Provider', ({ order }) => order?.provider ?? '–'),
  column<Swap>('reason', 'Why', ({ reason }) => (
    <span className="why" title={reason?.code}>
      {reason?.message ?? ''}
    </span>
  )),
  column<Swap>('age', 'Submitted', ({ createdAt }) => <Time at={createdAt} />),
];

export function SwapTable({
  label,
  swaps,
  empty,
}: {
  label: string;
  swaps: readonly Swap[];
  empty: string;
}) {
  return (
    <DataTable label={label} columns={columns} rows={swaps} rowKey={({ id }) => id} empty={empty} />
  );
}
