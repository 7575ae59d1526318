import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Approval, GuardVerdict, Swap, SwapEvent, SwapRecord } from 'ferryman-client';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { useSession } from '../../session/session.ts';
import { itemText, standingText } from '../approvals/item-text.ts';

const meanings: Readonly<Record<GuardVerdict['verdict'], string>> = {
  allow: 'allowed it',
  hold: 'held it for a person',
  requote: 'wanted a new quote',
  reject: 'rejected it',
};

const columns = [
  column<GuardVerdict>('at', 'When', ({ at }) => <Time at={at} />),
  column<GuardVerdict>('what', 'Judged', ({ intent, chain }) =>
    chain === undefined ? intent : `${intent} on ${chain}`,
  ),
  column<GuardVerdict>('verdict', 'The guard', ({ verdict }) => meanings[verdict]),
  column<GuardVerdict>('findings', 'Findings', ({ findings, moreFindings }) => (
    <ul className="findings">
      {findings.map(({ rule, message, facts }) => (
        <li key={`${rule} ${message}`}>
          {rule}: {message}
          {Object.keys(facts).length === 0 ? null : (
            <details>
              <summary>Facts</summary>
              <span className="mono">
                {Object.entries(facts)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join(', ')}
              </span>
            </details>
          )}
        </li>
      ))}
      {moreFindings === undefined ? null : <li>and {moreFindings} more</li>}
    </ul>
  )),
  column<GuardVerdict>('rules', 'Rules and policy', ({ rules, policy }) => (
    <details>
      <summary>{rules.length} rules</summary>
      <span className="mono">{rules.join(' ')}</span>
      <br />
      Policy <span className="mono">{policy}</span>
    </details>
  )),
  column<GuardVerdict>('hosts', 'Simulated by', ({ simulatedBy = [] }) => simulatedBy.join(', ')),
  column<GuardVerdict>('admitted', 'Admitted by', ({ admittedBy }) =>
    admittedBy.map((id) => (
      <Link key={id} to="/approvals/$id" params={{ id }} className="mono">
        {id.slice(0, 8)}
      </Link>
    )),
  ),
];

/**
 * What the guard found in each transaction of the swap, and what persons decided about it. The
 * service is asked for these decisions only if an event names items for persons.
 */
export function GuardVerdicts({
  swap: { id },
  record: { verdicts = [] },
  events,
}: {
  swap: Swap;
  record: SwapRecord;
  events: readonly SwapEvent[];
}) {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['swap', id, 'approvals'],
    queryFn: ({ signal }) => client.call('listApprovals', { query: { swapId: id }, signal }),
    enabled: events.some(({ data }) => 'items' in data),
  });
  const approvals = data?.approvals ?? [];
  if (verdicts.length === 0 && approvals.length === 0) return null;
  return (
    <section aria-labelledby="guard">
      <h2 id="guard">Guard</h2>
      {approvals.map((approval) => (
        <Held key={approval.id} approval={approval} />
      ))}
      {verdicts.length === 0 ? null : (
        <DataTable
          label="Verdicts of the guard"
          columns={columns}
          rows={verdicts}
          rowKey={({ seq }) => String(seq)}
          empty=""
        />
      )}
    </section>
  );
}

function Held({ approval }: { approval: Approval }) {
  return (
    <p className={approval.state === 'open' ? 'trouble' : undefined}>
      <Link to="/approvals/$id" params={{ id: approval.id }}>
        {itemText(approval)}
      </Link>
      : {standingText(approval)}
    </p>
  );
}
