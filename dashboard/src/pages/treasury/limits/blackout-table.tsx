import { Link } from '@tanstack/react-router';
import type { Blackout } from 'ferryman-client';
import { column, DataTable } from '../../../parts/data-table.tsx';
import { ZonedTime } from '../../../parts/zoned-time.tsx';

const columns = [
  column<Blackout>('name', 'Blackout', ({ name }) => name),
  column<Blackout>('now', 'Now', ({ until, timeZone }) =>
    until === undefined ? (
      <span className="label tone-quiet">not on</span>
    ) : (
      <>
        <span className="label tone-person">on</span> until{' '}
        <ZonedTime at={until} timeZone={timeZone} />
      </>
    ),
  ),
  column<Blackout>('when', 'When', (blackout) => (
    <div className="meaning">{whenText(blackout)}</div>
  )),
  column<Blackout>('for', 'Holds', (blackout) => <Holds blackout={blackout} />),
];

function whenText({ days, dates, from, to, timeZone }: Blackout): string {
  const begins = [...(days ?? []), ...(dates ?? [])].join(', ') || 'each day';
  const isWhole = from === '00:00' && to === '24:00';
  const times = isWhole ? 'all day' : `${from} to ${to}${to > from ? '' : ' of the next day'}`;
  return `${begins}: ${times}, ${timeZone}`;
}

/** What it holds has all the members that it names. */
function Holds({ blackout: { wallets, rules, chains } }: { blackout: Blackout }) {
  const parts = [
    ...(wallets ? [`wallets ${wallets.join(', ')}`] : []),
    ...(chains ? [`chains ${chains.join(', ')}`] : []),
  ];
  if (!rules) return parts.join(' on ') || 'everything';
  return (
    <span className="links">
      <span>rules</span>
      {rules.map((id) => (
        <Link key={id} to="/treasury/rules/$id" params={{ id }}>
          {id}
        </Link>
      ))}
      {parts.length === 0 ? null : <span>{parts.join(' on ')}</span>}
    </span>
  );
}

export function BlackoutTable({ blackouts }: { blackouts: readonly Blackout[] }) {
  return (
    <DataTable
      label="Blackouts"
      columns={columns}
      rows={blackouts}
      rowKey={(blackout) => JSON.stringify(blackout)}
      empty="The guard’s policy has no blackout: signing is not stopped at any time by itself."
    />
  );
}
