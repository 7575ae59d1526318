import type { PlannedBudget } from 'ferryman-client';
import { column, DataTable } from '../../../parts/data-table.tsx';
import { exactTime } from '../../../parts/time.tsx';

const units = { usd: 'USD', amount: 'tokens', count: 'payments' } as const;

const columns = [
  column<PlannedBudget>('name', 'Cap', ({ name, subject }) =>
    subject === undefined ? name : `${name}: ${subject}`,
  ),
  column<PlannedBudget>('window', 'Of each', ({ window }) => window),
  column<PlannedBudget>('limit', 'Limit', ({ limit, unit }) => `${limit} ${units[unit]}`, 'end'),
  column<PlannedBudget>('used', 'Used now', ({ used }) => used, 'end'),
  column<PlannedBudget>('after', 'With the plan', ({ after }) => after, 'end'),
  column<PlannedBudget>('note', 'Note', ({ exceededAt, unpriced }) => (
    <>
      {exceededAt === undefined ? null : (
        <span className="tone-person">
          above the limit at {exactTime(exceededAt)}: a payment is held then, or waits
        </span>
      )}
      {unpriced === 0 ? null : <span> {unpriced} payments without a price are not counted</span>}
    </>
  )),
];

export function Budgets({ budgets }: { budgets: readonly PlannedBudget[] }) {
  return (
    <section>
      <h2>Budgets</h2>
      <DataTable
        label="Budgets"
        columns={columns}
        rows={budgets}
        rowKey={({ name, window, subject = '' }) => `${name} ${window} ${subject}`}
        empty="No cap of the policy counts what is planned."
      />
    </section>
  );
}
