import { Link } from '@tanstack/react-router';
import type { AuditEntry } from 'ferryman-client';
import { Action, Actor } from '../../parts/audit-cells.tsx';
import { Copied } from '../../parts/copied.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';

const columns = [
  column<AuditEntry>('position', 'No.', ({ position }) => position, 'end'),
  column<AuditEntry>('at', 'When', ({ at }) => <Time at={at} />),
  column<AuditEntry>('actor', 'Who', ({ actor }) => <Actor actor={actor} />),
  column<AuditEntry>('action', 'Did', ({ action }) => <Action action={action} />),
  column<AuditEntry>('subject', 'To', ({ subject }) => <Subject subject={subject} />),
  column<AuditEntry>('reason', 'Why', ({ reason }) =>
    reason === undefined ? '–' : <p className="wide">{reason}</p>,
  ),
  column<AuditEntry>('data', 'Details', (entry) => <Details entry={entry} />),
];

/** The beginning of an id such as that of a swap tells it apart. */
const longId = /([0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** What was done to the same subject, and the swap if it is one. */
function Subject({ subject }: { subject: string }) {
  const [kind, id = ''] = subject.split(' ');
  return (
    <span className="links">
      <Link to="/audit" search={{ subject }} title={`All that was done to ${subject}`}>
        {subject.replace(longId, '$1')}
      </Link>
      {kind === 'swap' ? (
        <Link to="/swaps/$id" params={{ id }}>
          open
        </Link>
      ) : null}
    </span>
  );
}

function Details({ entry: { data, requestId, hash } }: { entry: AuditEntry }) {
  return (
    <details className="wide">
      <summary>{Object.keys(data).join(', ') || 'hash'}</summary>
      {Object.keys(data).length > 0 ? (
        <pre className="whole">{JSON.stringify(data, null, 2)}</pre>
      ) : null}
      <dl className="facts">
        <dt>Hash</dt>
        <dd>
          <Copied text={hash} />
        </dd>
        {requestId === undefined ? null : (
          <>
            <dt>Request</dt>
            <dd>
              <Copied text={requestId} />
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}

export function EntryTable({ entries, empty }: { entries: readonly AuditEntry[]; empty: string }) {
  return (
    <DataTable
      label="Audit log"
      columns={columns}
      rows={entries}
      rowKey={({ hash }) => hash}
      empty={empty}
    />
  );
}
