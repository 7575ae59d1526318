import { Link } from '@tanstack/react-router';
import type { ErrorGroup } from 'ferryman-client';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Prose } from '../../parts/prose.tsx';
import { StateLabel } from '../../parts/state-label.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/session.ts';
import { canRetry, filterOf } from './group-filter.ts';

export const groupKey = ({ provider = '', state, code }: ErrorGroup): string =>
  `${provider} ${state} ${code}`;

/** Such as "2000+" where there may be more than the service has read. */
function countText({ count, isAtLeast }: ErrorGroup): string {
  return isAtLeast ? `${count}+` : `${count}`;
}

const columns = [
  column<ErrorGroup>('count', 'Count', countText, 'end'),
  column<ErrorGroup>('code', 'Code and meaning', ({ code, meaning }) => (
    <div className="meaning">
      <code>{code}</code>
      {meaning ? <Meaning text={meaning} /> : null}
    </div>
  )),
  column<ErrorGroup>('provider', 'Provider', ({ provider }) => provider ?? 'no order yet'),
  column<ErrorGroup>('state', 'State', ({ state }) => <StateLabel state={state} />),
  column<ErrorGroup>('first', 'First', ({ first }) => <Time at={first} />),
  column<ErrorGroup>('last', 'Last', ({ last }) => <Time at={last} />),
  column<ErrorGroup>('act', 'Swaps', (group) => <GroupLinks group={group} />),
];

/** Its first sentence says what happened; the others, what to do. */
function Meaning({ text }: { text: string }) {
  const [first = text] = text.split(/(?<=\.) /, 1);
  const rest = text.slice(first.length).trim();
  if (rest === '')
    return (
      <p>
        <Prose text={first} />
      </p>
    );
  return (
    <details>
      <summary>
        <Prose text={first} />
      </summary>
      <Prose text={rest} />
    </details>
  );
}

/** The swaps of the group, its newest one, and a retry of those that can be retried. */
function GroupLinks({ group }: { group: ErrorGroup }) {
  const maySubmit = useMay('submit');
  const filter = filterOf(group);
  return (
    <span className="links">
      <Link to="/swaps" search={filter}>
        all {countText(group)}
      </Link>
      <Link to="/swaps/$id" params={{ id: group.example }} title={group.example}>
        newest
      </Link>
      {maySubmit && canRetry(group) ? (
        <Link to="/swaps" search={{ ...filter, bulk: 'retry' }}>
          retry…
        </Link>
      ) : null}
    </span>
  );
}

export function ErrorTable({ groups, empty }: { groups: readonly ErrorGroup[]; empty: string }) {
  return (
    <DataTable label="Errors" columns={columns} rows={groups} rowKey={groupKey} empty={empty} />
  );
}
