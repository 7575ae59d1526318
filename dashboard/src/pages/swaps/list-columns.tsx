import type { Swap } from 'ferryman-client';
import { column } from '../../parts/data-table.tsx';
import { FundsLabel, StateLabel } from '../../parts/state-label.tsx';
import { OutCell, ReasonCell, RouteCell, SourceCell } from './swap-cells.tsx';

/** The columns of the list after the swap itself. Each cell has two lines. */
export const listColumns = [
  column<Swap>('state', 'State, money', ({ state, fundsState }) => (
    <>
      <span className="line">
        <StateLabel state={state} />
      </span>
      <span className="line">
        <FundsLabel funds={fundsState} />
      </span>
    </>
  )),
  column<Swap>('route', 'From → to, USD', (swap) => <RouteCell swap={swap} />),
  column<Swap>('out', 'Minimum, actual out', (swap) => <OutCell swap={swap} />, 'end'),
  column<Swap>('provider', 'Provider, wallet', ({ order, wallet }) => (
    <>
      <span className="line" title={order?.provider}>
        {order?.provider ?? '–'}
      </span>
      <span className="line quiet" title={wallet.name}>
        {wallet.name}
      </span>
    </>
  )),
  column<Swap>('reason', 'Error', (swap) => <ReasonCell swap={swap} />),
  column<Swap>('source', 'Source', (swap) => <SourceCell swap={swap} />),
];
