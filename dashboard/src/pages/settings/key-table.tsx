import type { ApiKey, NewApiKey } from 'ferryman-client';
import { actsColumn } from '../../parts/acts-column.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { limitsText } from '../../parts/limits-text.ts';
import { Time } from '../../parts/time.tsx';
import { useSession } from '../../session/session.ts';
import { isOver } from './is-over.ts';
import { KeyActs } from './key-acts.tsx';

type Row = ApiKey & { onMade?: (made: NewApiKey) => void };

const columns = [
  column<Row>('name', 'Key', (row) => <KeyName row={row} />),
  column<Row>('scopes', 'Scopes', ({ scopes, masks, requestsPerMinute }) => (
    <>
      {scopes.join(', ')}
      {masks ? <span className="quiet under">does not see {masks.join(', ')}</span> : null}
      {requestsPerMinute === undefined ? null : (
        <span className="quiet under">{requestsPerMinute} requests a minute</span>
      )}
    </>
  )),
  column<Row>('limits', 'Acts on', ({ wallets, chains }) => (
    <p className="wide">{limitsText({ wallets, chains })}</p>
  )),
  column<Row>('made', 'Made', ({ createdAt, createdBy }) => (
    <span title={createdBy}>
      <Time at={createdAt} />
    </span>
  )),
  column<Row>('state', 'State', (row) => <KeyState row={row} />),
  actsColumn<Row>((row) =>
    row.onMade && !isOver(row) ? <KeyActs apiKey={row} onMade={row.onMade} /> : null,
  ),
];

function KeyName({ row: { id, name } }: { row: Row }) {
  const { keyId } = useSession();
  return (
    <>
      {name ?? ''} {id === keyId ? <strong>you</strong> : null}
      <code className="quiet under">{id}</code>
    </>
  );
}

function KeyState({ row }: { row: Row }) {
  const { revokedAt, expiresAt } = row;
  if (revokedAt !== undefined)
    return (
      <>
        <span className={isOver(row) ? 'label tone-quiet' : 'label tone-person'}>
          {isOver(row) ? 'revoked' : 'replaced, ends'}
        </span>{' '}
        <Time at={revokedAt} />
      </>
    );
  if (expiresAt !== undefined)
    return (
      <>
        <span className={isOver(row) ? 'label tone-quiet' : 'label tone-good'}>
          {isOver(row) ? 'expired' : 'good'}
        </span>
        {isOver(row) ? ' ' : ', expires '}
        <Time at={expiresAt} />
      </>
    );
  return <span className="label tone-good">good</span>;
}

interface KeyTableProps {
  keys: readonly ApiKey[];
  mayChange: boolean;
  onMade(made: NewApiKey): void;
}

/** Keys that are good come first. */
export function KeyTable({ keys, mayChange, onMade }: KeyTableProps) {
  const rows = keys
    .toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)))
    .map((key): Row => (mayChange ? { ...key, onMade } : key));
  return (
    <DataTable
      label="API keys"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty="There is no key."
    />
  );
}
