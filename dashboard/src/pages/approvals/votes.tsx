import { useQuery } from '@tanstack/react-query';
import { type Approval, fromBaseUnits, type VotesAnswer } from 'ferryman-client';
import { Actor } from '../../parts/audit-cells.tsx';
import { Copied } from '../../parts/copied.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay, useSession } from '../../session/session.ts';
import { VoteActs } from './vote-acts.tsx';

const columns = [
  column<VotesAnswer['votes'][number]>('approver', 'Approver', ({ approver }) => approver),
  column<VotesAnswer['votes'][number]>('decision', 'Vote', ({ decision }) => decision),
  column<VotesAnswer['votes'][number]>('at', 'At', ({ at }) => <Time at={at} />),
  column<VotesAnswer['votes'][number]>('by', 'Through', ({ by }) => <Actor actor={by} />),
  column<VotesAnswer['votes'][number]>('reason', 'Reason', ({ reason }) => reason),
];

/** The envelope of a payment, who has signed it, and what is missing. */
export function Votes({ approval }: { approval: Approval }) {
  const { client, keyId } = useSession();
  const mayApprove = useMay('approve');
  const { data, error } = useQuery({
    queryKey: ['approvals', approval.id, 'votes'],
    queryFn: ({ signal }) => client.approvals.votes(approval.id, { signal }),
  });
  if (!data) return error ? <Problem error={error} /> : <p className="quiet">Reading the votes…</p>;
  const { envelope, needed, of, missing, votes } = data;
  const isOwn = approval.requesters.includes(`API key ${keyId}`);
  return (
    <section aria-labelledby="votes">
      {mayApprove && approval.state === 'open' ? (
        isOwn ? (
          <p className="hint">You asked for this swap, so others decide.</p>
        ) : (
          <VoteActs approval={approval} votes={data} />
        )
      ) : null}
      <h2 id="votes">{missing === 0 ? 'Signed' : `${needed - missing} of ${needed} signatures`}</h2>
      <Envelope envelope={envelope} of={of} />
      <DataTable
        label="Votes"
        columns={columns}
        rows={votes}
        rowKey={({ approver, decision }) => `${approver} ${decision}`}
        empty="Nobody has voted yet."
      />
    </section>
  );
}

function Envelope({ envelope, of }: Pick<VotesAnswer, 'envelope' | 'of'>) {
  const { from, to, wallet, providers, notBefore, expiresAt } = envelope;
  return (
    <dl className="facts">
      <dt>Pays at most</dt>
      <dd>
        {fromBaseUnits(from.maximumBaseUnits, from.decimals)} {from.symbol} on {from.chain} from{' '}
        {wallet.name} <Copied text={from.token} />
      </dd>
      <dt>For at least</dt>
      <dd>
        {fromBaseUnits(to.minimumBaseUnits, to.decimals)} {to.symbol} on {to.chain}{' '}
        <Copied text={to.token} />
      </dd>
      <dt>Receiver</dt>
      <dd className="mono">{to.receiver}</dd>
      <dt>Through</dt>
      <dd>{providers.join(', ')}</dd>
      {notBefore === undefined ? null : (
        <>
          <dt>New receiver, not before</dt>
          <dd>
            <Time at={new Date(notBefore).toISOString()} />
          </dd>
        </>
      )}
      <dt>Signatures last until</dt>
      <dd>
        <Time at={new Date(expiresAt).toISOString()} />
      </dd>
      <dt>Approvers</dt>
      <dd>{of.join(', ')}</dd>
    </dl>
  );
}
