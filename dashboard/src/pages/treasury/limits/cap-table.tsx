import { Link } from '@tanstack/react-router';
import type { CapList } from 'ferryman-client';
import { column, DataTable } from '../../../parts/data-table.tsx';
import { shareText } from '../../../parts/share-text.ts';

type Cap = CapList['caps'][number];

/** A cap, and what one of its subjects uses of it. */
type CapRow = Pick<Cap, 'name' | 'window' | 'unit' | 'limit' | 'rule'> & {
  use?: NonNullable<Cap['uses']>[number];
};

const windowTexts: Readonly<Record<Cap['window'], string>> = {
  transaction: 'each payment',
  hour: 'last hour',
  day: 'last 24 hours',
  week: 'last 7 days',
  unsettled: 'not settled yet',
};

const unitTexts: Readonly<Record<Cap['unit'], string>> = {
  usd: 'US dollars',
  amount: 'tokens',
  count: 'payments',
};

const columns = [
  column<CapRow>('name', 'Limit', ({ name }) => <div className="meaning">{name}</div>),
  column<CapRow>('of', 'Of', ({ rule }) =>
    rule === undefined ? (
      'all payments'
    ) : (
      <Link to="/treasury/rules/$id" params={{ id: rule }}>
        rule {rule}
      </Link>
    ),
  ),
  column<CapRow>('subject', 'For', ({ use }) => use?.subject ?? '–'),
  column<CapRow>('window', 'Counts', ({ window }) => windowTexts[window]),
  column<CapRow>('used', 'Used', ({ use }) => use?.used ?? '–', 'end'),
  column<CapRow>('left', 'Left', ({ use }) => use?.left ?? '–', 'end'),
  column<CapRow>('limit', 'In all', ({ limit }) => limit, 'end'),
  column<CapRow>('unit', 'In', ({ unit }) => unitTexts[unit]),
  column<CapRow>('share', 'Room', (row) => <Room row={row} />),
];

/** From here on the treasury’s notices say that a budget is nearly used. */
const nearlyUsed = 0.8;

function Room({ row: { use, limit } }: { row: CapRow }) {
  if (!use) return <span className="label tone-good">bounds each payment</span>;
  if (use.left === '0') return <span className="label tone-bad">full: payments wait</span>;
  if (Number(use.used) >= nearlyUsed * Number(limit))
    return <span className="label tone-person">nearly used</span>;
  return <span className="label tone-good">{shareText(Number(use.left), Number(limit))} left</span>;
}

function rowsOf(caps: readonly Cap[]): CapRow[] {
  return caps.flatMap(({ uses, ...cap }): CapRow[] =>
    uses === undefined || uses.length === 0 ? [cap] : uses.map((use) => ({ ...cap, use })),
  );
}

export function CapTable({ caps }: { caps: readonly Cap[] }) {
  return (
    <DataTable
      label="Caps and budgets"
      columns={columns}
      rows={rowsOf(caps)}
      rowKey={({ name, rule, window, use }) =>
        `${name} ${rule ?? ''} ${window} ${use?.subject ?? ''}`
      }
      empty="Nothing bounds payments. Add “caps” to the guard’s policy, or budgets to rules."
    />
  );
}
