import type { SwapEvent } from 'ferryman-client';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { eventReason } from './event-reason.ts';

/** What a swap waits or ends for if the guard has refused its transaction or deposit. */
const meanings: Readonly<Record<string, string>> = {
  GUARD_REJECTED: 'rejected',
  ORDER_NOT_ACCEPTABLE: 'wanted a new quote',
  ORDER_BELOW_FLOOR: 'wanted a quote that is worth more',
  APPROVAL_NEEDED: 'held it for a person',
  FEE_TOO_HIGH: 'found the fees too high',
  DEPOSIT_UNPAYABLE: 'refused the deposit address',
};

interface Finding {
  seq: number;
  at: string;
  code: string;
  message: string;
}

const columns = [
  column<Finding>('at', 'When', ({ at }) => <Time at={at} />),
  column<Finding>('verdict', 'The guard', ({ code }) => meanings[code]),
  column<Finding>('findings', 'Findings', ({ message }) => (
    <ul className="findings">
      {message.split(/; (?=[A-Z]\d+: )/).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )),
];

/**
 * What the guard had against transactions of this swap, and against deposit targets. None of them
 * was signed. For what has no stored verdict.
 */
export function GuardFindings({ events }: { events: readonly SwapEvent[] }) {
  const rows = events.flatMap(findingOf);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="guard-refusals">
      <h2 id="guard-refusals">Held or refused by the guard</h2>
      <DataTable
        label="Findings of the guard"
        columns={columns}
        rows={rows}
        rowKey={({ seq }) => String(seq)}
        empty=""
      />
    </section>
  );
}

function findingOf({ seq, at, data }: SwapEvent): Finding[] {
  const reason = eventReason({ data });
  return reason && reason.code in meanings ? [{ seq, at, ...reason }] : [];
}
