import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApprovalBatchAnswer, ApprovalBatchLine } from 'ferryman-client';
import { useId } from 'react';
import { useReadingPace } from '../../live/use-reading-pace.ts';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SwapLink } from '../../parts/swap-link.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay, useSession } from '../../session/session.ts';
import { BatchActs } from './batch-acts.tsx';
import { sumText } from './batch-text.ts';
import { envelopeAmount } from './envelope-amount.ts';

type Envelope = NonNullable<ApprovalBatchLine['envelope']>;

/** A text about the envelope. Before the payment is quoted there is none. */
const textOf = (line: ApprovalBatchLine, text: (envelope: Envelope) => string): string =>
  line.envelope ? text(line.envelope) : '';

const columns = [
  column<ApprovalBatchLine>('receiver', 'Receiver', ({ receiver, envelope, approvalId }) => {
    // What is signed, whatever the job says.
    const text = <span className="mono">{envelope?.to.receiver ?? receiver}</span>;
    return approvalId === undefined ? (
      text
    ) : (
      <Link to="/approvals/$id" params={{ id: approvalId }}>
        {text}
      </Link>
    );
  }),
  column<ApprovalBatchLine>(
    'pays',
    'Pays at most',
    (line) => textOf(line, ({ from }) => envelopeAmount(from.maximumBaseUnits, from)),
    'end',
  ),
  column<ApprovalBatchLine>(
    'gets',
    'For at least',
    (line) => textOf(line, ({ to }) => envelopeAmount(to.minimumBaseUnits, to)),
    'end',
  ),
  column<ApprovalBatchLine>('through', 'Through', (line) =>
    textOf(line, ({ providers }) => providers.join(', ')),
  ),
  column<ApprovalBatchLine>('standing', 'Standing', standingText),
  column<ApprovalBatchLine>('swap', 'Swap', ({ swapId }) => <SwapLink id={swapId} />),
];

function standingText({ standing, state, missing }: ApprovalBatchLine) {
  switch (standing) {
    case 'preparing':
      return 'being quoted';
    case 'waiting':
      return `${missing} ${missing === 1 ? 'signature' : 'signatures'} missing`;
    case 'cleared':
    case 'ended':
      return state.replaceAll('_', ' ');
  }
}

/** The payments of one occurrence of a rule: what they are together, who has signed, and one button. */
export function BatchCard({ id }: { id: string }) {
  const { client, keyId } = useSession();
  const mayApprove = useMay('approve');
  const title = useId();
  const { data, error } = useQuery({
    queryKey: ['approvals', 'batches', id],
    queryFn: ({ signal }) => client.approvals.batch(id, { signal }),
    refetchInterval: useReadingPace(5_000),
  });
  if (!data) return error ? <Problem error={error} /> : <p className="quiet">Reading the batch…</p>;
  const isOwn = data.requesters.includes(`API key ${keyId}`);
  return (
    <section className="banner person batch" aria-labelledby={title}>
      <h2 id={title}>
        {data.rule}: {data.lines.length} payments
      </h2>
      {error ? <Problem error={error} /> : null}
      <Facts batch={data} />
      <DataTable
        label={`Payments of ${data.rule}`}
        columns={columns}
        rows={data.lines}
        rowKey={({ swapId }) => swapId}
        empty="None of its payments is submitted yet."
      />
      {data.preparing > 0 ? (
        <p className="hint">
          {data.preparing} payments are not quoted yet. The batch is signed as a whole, once all of
          them wait.
        </p>
      ) : null}
      {mayApprove && data.signing ? (
        isOwn ? (
          <p className="hint">You asked for these payments, so others decide.</p>
        ) : (
          <BatchActs batch={data} signing={data.signing} />
        )
      ) : null}
    </section>
  );
}

function Facts({ batch }: { batch: ApprovalBatchAnswer }) {
  const { rule, instant, needed, missing, of: approvers, votes } = batch;
  return (
    <dl className="facts">
      <dt>Asked for by</dt>
      <dd>
        rule{' '}
        <Link to="/treasury/rules/$id" params={{ id: rule }}>
          {rule}
        </Link>
        , due <Time at={instant} />
      </dd>
      <dt>Together</dt>
      <dd>{sumText(batch)}</dd>
      <dt>Signatures</dt>
      <dd>
        {needed - missing} of {needed}
        {approvers.length > 0
          ? ` by ${approvers.join(', ')}`
          : '; no approver may sign all of them'}
      </dd>
      {votes.length > 0 ? (
        <>
          <dt>Votes</dt>
          <dd>
            {votes
              .map(({ approver, decision, payments }) => `${approver}: ${decision} ${payments}`)
              .join(', ')}
          </dd>
        </>
      ) : null}
    </dl>
  );
}
