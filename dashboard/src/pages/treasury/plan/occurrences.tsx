import type { PlannedOccurrence } from 'ferryman-client';
import { column, DataTable } from '../../../parts/data-table.tsx';
import { Time } from '../../../parts/time.tsx';
import { usdText } from '../../../parts/usd-text.ts';
import { TradeText } from './trade-text.tsx';

/** Trades shown of one occurrence: a payroll may have hundreds. */
const maxShown = 5;

const columns = [
  column<PlannedOccurrence>('at', 'Due', ({ at }) => <Time at={at} />),
  column<PlannedOccurrence>('rule', 'Rule', ({ rule }) => rule),
  column<PlannedOccurrence>('does', 'Does', ({ kind, reason, trades }) =>
    kind === 'act' ? (
      <>
        {trades.slice(0, maxShown).map((trade) => (
          <div key={`${trade.receiver} ${trade.to.token} ${trade.amount}`}>
            <TradeText trade={trade} />
          </div>
        ))}
        {trades.length > maxShown ? (
          <div className="quiet">and {trades.length - maxShown} more</div>
        ) : null}
      </>
    ) : (
      <>
        {kind === 'skip' ? 'nothing' : 'unknown'}: <code>{reason?.code}</code> {reason?.message}
      </>
    ),
  ),
  column<PlannedOccurrence>(
    'usd',
    'USD',
    ({ trades: [first, ...more] }) =>
      first === undefined ? '' : more.length > 0 ? '' : usdText(first.usd),
    'end',
  ),
];

export function Occurrences({ occurrences }: { occurrences: readonly PlannedOccurrence[] }) {
  return (
    <DataTable
      label="Occurrences"
      columns={columns}
      rows={occurrences}
      rowKey={({ at, rule }) => `${at} ${rule}`}
      empty="No rule is due in this time."
    />
  );
}
