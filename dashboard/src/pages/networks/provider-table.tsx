import { Link } from '@tanstack/react-router';
import type { Provider } from 'ferryman-client';
import { actsColumn } from '../../parts/acts-column.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { shareText } from '../../parts/share-text.ts';
import { stateText } from '../../parts/state-label.tsx';
import { StopButton } from '../../shell/stop-button.tsx';
import { StopNote } from '../../shell/stop-note.tsx';
import { tally } from './outcomes.ts';
import { stopTargetOf } from './stop-target-of.ts';

const columns = [
  column<Provider>('name', 'Provider', ({ name, sameAs, isAdditional }) => (
    <>
      <Link to="/swaps" search={{ provider: name }}>
        {name}
      </Link>
      {sameAs === undefined ? null : <span className="quiet"> is {sameAs}</span>}
      {isAdditional ? <span className="quiet"> from the configuration</span> : null}
    </>
  )),
  column<Provider>('style', 'Style', ({ style }) => style?.replace('-', ' ') ?? 'unknown'),
  column<Provider>(
    'settled',
    'Settled of ended',
    ({ outcomes }) => {
      const { settled, ended } = tally(outcomes);
      return ended === 0 ? '–' : `${settled} of ${ended}`;
    },
    'end',
  ),
  column<Provider>(
    'share',
    'Share',
    ({ outcomes }) => {
      const { settled, ended } = tally(outcomes);
      return shareText(settled, ended);
    },
    'end',
  ),
  column<Provider>('open', 'Open', ({ outcomes }) => tally(outcomes).open || '–', 'end'),
  column<Provider>('others', 'Not settled', (provider) => <Others provider={provider} />),
  column<Provider>('stopped', 'Signing', (provider) => (
    <StopNote target={stopTargetOf(provider)} />
  )),
  actsColumn<Provider>((provider) => <StopButton target={stopTargetOf(provider)} />),
];

/** To the minute, so that the link stays the same for a while. */
function dayAgo(): string {
  const minute = Math.floor(Date.now() / 60_000) - 24 * 60;
  return new Date(minute * 60_000).toISOString();
}

function Others({ provider: { name, outcomes } }: { provider: Provider }) {
  const { others } = tally(outcomes);
  if (others.length === 0) return '–';
  return (
    <span className="links">
      {others.map(({ state, count }) => (
        <Link key={state} to="/swaps" search={{ provider: name, state, updatedAfter: dayAgo() }}>
          {stateText(state)}: {count}
        </Link>
      ))}
    </span>
  );
}

export function ProviderTable({ providers }: { providers: readonly Provider[] }) {
  return (
    <DataTable
      label="Providers"
      columns={columns}
      rows={providers}
      rowKey={({ name }) => name}
      empty="No provider had a swap in the last day."
    />
  );
}
