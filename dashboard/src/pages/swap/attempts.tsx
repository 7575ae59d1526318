import type { Attempt, Step, SwapRecord } from 'ferryman-client';
import { ChainLink } from '../../parts/chain-link.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';

type Row = { step: Step; attempt: Attempt };

const kinds: Readonly<Record<Attempt['kind'], string>> = {
  pay: 'first',
  bump: 'higher fee',
  cancel: 'cancel',
};

// What matters most stands first: a narrow page shows it without scrolling.
const columns = [
  column<Row>('step', 'Step', ({ step, attempt }) => (
    <>
      {step.generation > 1 ? `${step.kind} (${step.generation})` : step.kind}
      <span className="quiet under">{`${kinds[attempt.kind]}, ${step.chain}`}</span>
    </>
  )),
  column<Row>('hash', 'Transaction', ({ step, attempt }) => (
    <ChainLink chain={step.chain} kind="transaction" id={attempt.txId} />
  )),
  column<Row>('status', 'Seen', ({ attempt }) =>
    attempt.block ? `${attempt.status} in block ${attempt.block}` : attempt.status,
  ),
  column<Row>('outcome', 'Proven', ({ step }) =>
    step.outcome === 'open' ? 'not yet' : step.outcome.replaceAll('_', ' '),
  ),
  column<Row>('lease', 'Lease', ({ step }) => step.lease?.terms ?? '–'),
  column<Row>('signed', 'Signed', ({ attempt }) => <Time at={attempt.signedAt} />),
];

/** Everything that was signed for the swap. */
export function Attempts({ record: { steps } }: { record: SwapRecord }) {
  const rows = steps.flatMap((step) => step.attempts.map((attempt) => ({ step, attempt })));
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">Signed transactions</h2>
      <DataTable
        label="Signed transactions"
        columns={columns}
        rows={rows}
        rowKey={({ attempt }) => attempt.txId}
        empty="Nothing was signed."
      />
    </section>
  );
}
