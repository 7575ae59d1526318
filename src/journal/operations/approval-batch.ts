import { standingOfLine } from '../../core/approvals/line-standing.ts';
import { digestOfEnvelope } from '../../core/approvals/payment-envelope.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { SwapState } from '../../core/swap/swap.ts';
import type {
  Approval,
  BatchLine,
  BatchPayment,
  OpenBatch,
  StoredBatch,
  VoteRecord,
} from '../../ports/stores/approval-store.ts';
import type { OccurrenceName } from '../../ports/stores/treasury-store.ts';
import { shownState } from '../rows/approval-row.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { isBatch, paymentsOf } from './approvals.ts';

interface OccurrenceSwaps {
  version: number;
  unsubmitted: number;
  swaps: readonly SwapId[];
}

/** The swaps of an occurrence, in the order of its jobs. `undefined`: it asked for none. */
export async function occurrenceSwaps(
  session: SqlSession,
  { ruleId, instant }: OccurrenceName,
): Promise<OccurrenceSwaps | undefined> {
  const [found] = await session.query<OccurrenceSwaps>(
    `select version, to_json(swaps) as swaps,
       case when state = 'acting' then json_array_length(jobs) else 0 end as unsubmitted
     from treasury_occurrences where rule_id = $1 and instant = $2 and jobs is not null`,
    [ruleId, timestamp(instant)],
  );
  return found;
}

interface SwapRow {
  id: SwapId;
  state: SwapState;
  ended_as: SwapState | null;
  wallet_name: string;
  from_chain: ChainName;
  to_chain: ChainName;
  receiver: string;
  author: string | null;
}

export async function approvalBatch(
  session: SqlSession,
  name: OccurrenceName,
): Promise<StoredBatch | undefined> {
  const found = await occurrenceSwaps(session, name);
  return found && batchWith(session, name, found);
}

export async function batchWith(
  session: SqlSession,
  { ruleId, instant }: OccurrenceName,
  { version, unsubmitted, swaps }: OccurrenceSwaps,
): Promise<StoredBatch> {
  const rows = await session.query<SwapRow>(
    `select id, state, ended_as, wallet_name, from_chain, to_chain, receiver, job->'rule'->>'author' as author
     from swaps where id = any($1::uuid[]) order by array_position($1::uuid[], id)`,
    [swaps],
  );
  const payments = await currentPayments(session, swaps);
  const lines = rows.map((row): BatchLine => {
    const payment = payments.get(row.id);
    const { id, state, ended_as: endedAs, wallet_name: wallet, author } = row;
    return {
      swap: {
        id,
        wallet: { name: wallet },
        from: { chain: row.from_chain },
        to: { chain: row.to_chain },
        receiver: row.receiver,
      },
      state,
      standing: standingOfLine(endedAs ?? state, payment?.approval.state),
      ...(payment ? { payment: author === null ? payment : { ...payment, author } } : {}),
    };
  });
  return { ruleId, instant, version, unsubmitted, lines };
}

/** What approvers are asked for now, or else what they have decided. */
async function currentPayments(
  session: SqlSession,
  swaps: readonly SwapId[],
): Promise<ReadonlyMap<SwapId, BatchPayment>> {
  // The newest last, and what is open after what is decided.
  const approvals = await paymentsOf(session, swaps);
  const bySwap = new Map<SwapId, Approval>(approvals.map((one) => [one.swap.id, one]));
  const votes = await votesOn(
    session,
    Array.from(bySwap.values(), ({ id }) => id),
  );
  return new Map(
    Array.from(bySwap).flatMap(([id, approval]) => {
      const { item } = approval;
      if (item.kind !== 'payment') return [];
      const digest = digestOfEnvelope(item.envelope);
      return [[id, { approval, item, digest, votes: votes.get(approval.id) ?? [] }]];
    }),
  );
}

type VoteOn = Pick<VoteRecord, 'approver' | 'decision'> & { approval_id: string };

async function votesOn(
  session: SqlSession,
  approvals: readonly string[],
): Promise<ReadonlyMap<string, VoteOn[]>> {
  if (approvals.length === 0) return new Map();
  const rows = await session.query<VoteOn>(
    `select approval_id, approver, decision from approval_votes
     where approval_id = any($1::uuid[]) order by at, approver`,
    [approvals],
  );
  const found = new Map<string, VoteOn[]>();
  for (const row of rows) found.set(row.approval_id, [...(found.get(row.approval_id) ?? []), row]);
  return found;
}

/** Each rule has at most one open occurrence. */
export async function openBatches(session: SqlSession): Promise<OpenBatch[]> {
  const rows = await session.query<Omit<OpenBatch, 'ruleId'> & { rule_id: string }>(
    `select o.rule_id, o.instant, o.version, cardinality(o.swaps) as swaps from treasury_occurrences o
     where ${isBatch}
       and exists (select from approvals a join swaps s on s.id = a.swap_id
         where a.swap_id = any(o.swaps) and a.kind = 'payment' and ${shownState} = 'open')
     order by o.instant desc, o.rule_id`,
  );
  return rows.map(({ rule_id: ruleId, ...rest }) => ({ ruleId, ...rest }));
}
