import type { Chain } from 'ferryman-client';
import { column, DataTable } from '../../parts/data-table.tsx';

type Row = Chain['endpoints'][number] & { chain: string };

const columns = [
  column<Row>('chain', 'Chain', ({ chain }) => chain),
  column<Row>('host', 'Host', ({ host }) => <span className="mono">{host}</span>),
  column<Row>('used', 'Use', ({ used }) => (used ? 'next request' : 'in reserve')),
  column<Row>('latest', 'Newest block', ({ latest }) => latest ?? '–', 'end'),
  column<Row>('lag', 'Blocks behind', ({ lag }) => lag, 'end'),
  column<Row>('error', 'Health', ({ error }) =>
    error === undefined ? (
      <span className="label tone-good">healthy</span>
    ) : (
      <span className="tone-bad">{error}</span>
    ),
  ),
];

/** Each endpoint as the process that answers has seen it. */
export function Endpoints({ chains }: { chains: readonly Chain[] }) {
  const rows = chains.flatMap(({ name, endpoints }) =>
    endpoints.map((endpoint): Row => ({ ...endpoint, chain: name })),
  );
  return (
    <section>
      <h2>Endpoints</h2>
      <p className="hint">As the process that serves this page has seen them.</p>
      <DataTable
        label="Endpoints"
        columns={columns}
        rows={rows}
        rowKey={({ chain, host }) => `${chain} ${host}`}
        empty="No process has used an endpoint yet."
      />
    </section>
  );
}
