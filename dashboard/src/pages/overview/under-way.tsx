import { Link } from '@tanstack/react-router';
import type { Overview } from 'ferryman-client';
import { column, DataTable } from '../../parts/data-table.tsx';
import { StateLabel } from '../../parts/state-label.tsx';
import { runningStates } from '../../parts/swap-states.ts';
import { durationText } from '../../parts/time.tsx';

type Row = Overview['open'][number];

const columns = [
  column<Row>('state', 'State', ({ state }) => <StateLabel state={state} />),
  column<Row>(
    'count',
    'Swaps',
    ({ state, count }) => (
      <Link to="/swaps" search={{ state }}>
        {count}
      </Link>
    ),
    'end',
  ),
  column<Row>('oldest', 'Oldest', ({ oldestSeconds }) => durationText(oldestSeconds), 'end'),
];

/** Swaps that go on by themselves. */
export function UnderWay({ overview }: { overview: Overview }) {
  return (
    <section aria-labelledby="under-way" className="narrow">
      <h2 id="under-way">Under way</h2>
      <DataTable
        label="Swaps under way"
        columns={columns}
        rows={overview.open.filter(({ state }) => runningStates.includes(state))}
        rowKey={({ state }) => state}
        empty="No swap is under way."
      />
    </section>
  );
}
