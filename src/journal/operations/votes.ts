import type { BatchPlace } from '../../core/approvals/payment-batch.ts';
import type { PaymentEnvelope, VoteDecision } from '../../core/approvals/payment-envelope.ts';
import type { EnvelopeVotes, PasskeyAssertion } from '../../core/approvals/vote.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { VoteRecord } from '../../ports/stores/approval-store.ts';
import { onlyRow } from '../only-row.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';

interface Row {
  id: string;
  envelope: PaymentEnvelope;
  approver: string;
  decision: VoteDecision;
  assertion: PasskeyAssertion;
  place: BatchPlace | null;
}

export async function votesOf(session: SqlSession, id: SwapId): Promise<EnvelopeVotes[]> {
  const rows = await session.query<Row>(
    `select a.id, a.item->'envelope' as envelope, v.approver, v.decision, v.assertion, v.place
     from approvals a join approval_votes v on v.approval_id = a.id
     where a.swap_id = $1 and a.kind = 'payment' and a.state in ('open', 'approved') and a.revoked_at is null
     order by a.position, v.at, v.approver`,
    [id],
  );
  const byApproval = new Map<string, Row[]>();
  for (const row of rows) byApproval.set(row.id, [...(byApproval.get(row.id) ?? []), row]);
  return Array.from(byApproval.values(), (votes) => envelopeVotesOf(votes as [Row, ...Row[]]));
}

function envelopeVotesOf(rows: readonly [Row, ...Row[]]): EnvelopeVotes {
  const [{ id, envelope }] = rows;
  const votes = rows.map(({ approver, decision, assertion, place }) => ({
    ...{ approver, decision, assertion },
    ...(place ? { batch: place } : {}),
  }));
  return { approvalId: id, envelope, votes };
}

export async function hasPaid(
  session: SqlSession,
  chain: ChainName,
  receiver: string,
  before: number,
): Promise<boolean> {
  return onlyRow(
    await session.query<{ paid: boolean }>(
      `select exists (select from swaps where to_chain = $1 and receiver = $2 and state = 'settled'
         and created_at <= $3::timestamptz) as paid`,
      [chain, receiver, timestamp(before)],
    ),
  ).paid;
}

export async function listVotes(session: SqlSession, approvalId: string): Promise<VoteRecord[]> {
  return session.query<VoteRecord>(
    `select approver, decision, by, reason, at from approval_votes where approval_id = $1
     order by at, approver`,
    [approvalId],
  );
}
