import type { Chain } from 'ferryman-client';
import { useReadingPace } from '../../live/use-reading-pace.ts';
import { actsColumn } from '../../parts/acts-column.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useChains } from '../../parts/use-chains.ts';
import { StopButton } from '../../shell/stop-button.tsx';
import { StopNote } from '../../shell/stop-note.tsx';
import { Endpoints } from './endpoints.tsx';

const targetOf = ({ name }: Chain) => ({ scope: 'chain' as const, subject: name });

const columns = [
  column<Chain>('name', 'Chain', ({ name, title }) => (
    <>
      {title} <code className="quiet">{name}</code>
    </>
  )),
  column<Chain>('family', 'Family', ({ family }) => family),
  column<Chain>('network', 'Network', ({ testnet }) =>
    testnet ? 'test' : <strong className="tone-bad">real</strong>,
  ),
  column<Chain>('latest', 'Newest block', ({ observed }) => observed?.latest ?? '–', 'end'),
  column<Chain>('final', 'Final block', ({ observed }) => observed?.final ?? '–', 'end'),
  column<Chain>('at', 'Observed', ({ observed }) =>
    observed ? <Time at={observed.at} /> : <span className="quiet">not yet</span>,
  ),
  column<Chain>('endpoints', 'Endpoints', ({ endpoints }) => (
    <EndpointHealth endpoints={endpoints} />
  )),
  column<Chain>('stopped', 'Signing', (chain) => <StopNote target={targetOf(chain)} />),
  actsColumn<Chain>((chain) => <StopButton target={targetOf(chain)} />),
];

function EndpointHealth({ endpoints }: Pick<Chain, 'endpoints'>) {
  const healthy = endpoints.filter(({ error }) => error === undefined).length;
  const tone = healthy === endpoints.length ? 'good' : healthy === 0 ? 'bad' : 'person';
  return (
    <span className={`label tone-${tone}`}>
      {healthy} of {endpoints.length} healthy
    </span>
  );
}

/** How each chain is, and each way to it. */
export function Chains() {
  const { data, error } = useChains({ refetchInterval: useReadingPace(5_000) });
  return (
    <>
      <section>
        <h2>Chains</h2>
        <p className="hint">A chain is observed while it has open transactions.</p>
        {error ? <Problem error={error} /> : null}
        {data ? (
          <DataTable
            label="Chains"
            columns={columns}
            rows={data.chains}
            rowKey={({ name }) => name}
            empty="No chain is configured."
          />
        ) : null}
      </section>
      {data ? <Endpoints chains={data.chains} /> : null}
    </>
  );
}
