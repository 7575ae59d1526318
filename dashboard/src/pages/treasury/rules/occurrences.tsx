import { getRouteApi } from '@tanstack/react-router';
import type { TreasuryOccurrence } from 'ferryman-client';
import { column, DataTable } from '../../../parts/data-table.tsx';
import { NewestFirst } from '../../../parts/newest-first.tsx';
import { StateLinks } from '../../../parts/state-links.tsx';
import { Time } from '../../../parts/time.tsx';
import { ZonedTime } from '../../../parts/zoned-time.tsx';
import { useSession } from '../../../session/session.ts';
import { OccurrenceReason, OccurrenceState, OccurrenceSwaps } from './occurrence-cells.tsx';
import { occurrenceStates } from './occurrence-filter.ts';

const route = getRouteApi('/treasury/rules/$id');

type Row = TreasuryOccurrence & { timeZone: string };

const columns = [
  column<Row>('due', 'Due', ({ instant, timeZone }) => (
    <ZonedTime at={instant} timeZone={timeZone} />
  )),
  column<Row>('state', 'State', OccurrenceState),
  column<Row>('reason', 'Why', OccurrenceReason),
  column<Row>('swaps', 'Swaps', OccurrenceSwaps),
  column<Row>('version', 'Version', ({ version }) => version, 'end'),
  column<Row>('ended', 'Ended', ({ endedAt }) =>
    endedAt === undefined ? '–' : <Time at={endedAt} />,
  ),
];

/** Each instant at which the rule was due, and what was done. */
export function Occurrences({ id, timeZone }: { id: string; timeZone: string }) {
  const { client } = useSession();
  const { state } = route.useSearch();
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Runs</h2>
      <StateLinks
        label="State of runs"
        states={occurrenceStates}
        chosen={state}
        page={{ to: '/treasury/rules/$id', params: { id } }}
      />
      <NewestFirst
        key={state ?? ''}
        queryKey={['treasury-occurrences', id, state]}
        readPage={async (page, signal) => {
          const query = { rule: id, ...page, ...(state ? { state } : {}) };
          const answer = await client.call('listTreasuryOccurrences', { query, signal });
          return { rows: answer.occurrences, nextCursor: answer.nextCursor };
        }}
        rowKey={({ instant }) => instant}
        pace={15_000}
        older="Older runs"
      >
        {(rows) => (
          <DataTable
            label="Runs of the rule"
            columns={columns}
            rows={rows.map((row) => ({ ...row, timeZone }))}
            rowKey={({ instant }) => instant}
            empty={state ? `No run is ${state}.` : 'It was not due yet.'}
          />
        )}
      </NewestFirst>
    </section>
  );
}
