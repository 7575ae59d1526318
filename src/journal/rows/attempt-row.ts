import type { TokenAddress } from '../../core/swap/chains.ts';
import type { AttemptId } from '../../core/swap/ids.ts';
import type { Attempt, AttemptKind, Inclusion, ObservedPayout } from '../../core/swap/swap.ts';
import { timestampFromText } from '../sql-client.ts';
import { feeFromStored, type StoredFee } from './stored-transaction.ts';

interface AttemptRow extends InclusionRow {
  id: AttemptId;
  seq: number;
  kind: AttemptKind;
  tx_id: string;
  bytes: string;
  fee: StoredFee;
  signed_at: number;
  sent_at: number | null;
  progressed: boolean;
  sighting: StoredObservedPayout | null;
  boost: { txId: string; bytes: string; fee: StoredFee; signedAt: number } | null;
}

/** Numbers as decimal strings. */
interface StoredObservedPayout {
  block: { number: string; hash: string };
  transfers: { index: number; token: TokenAddress; amount: string }[];
}

export interface InclusionRow {
  status: Inclusion['status'];
  block_number: bigint | null;
  block_hash: string | null;
  succeeded: boolean | null;
  results?: boolean[] | null;
  fee_paid: bigint | null;
}

/**
 * Whether the part of attempt `a` for one step succeeded: its own message if `attempt_steps own`
 * says that it shares the attempt, else the whole attempt.
 */
const ownSuccess = 'coalesce(a.results[own.message + 1], a.succeeded)';

/** A row in JSON: amounts and heights are decimal strings, times are Postgres's texts. */
export type StoredAttempt = Omit<
  AttemptRow,
  'signed_at' | 'sent_at' | 'block_number' | 'fee_paid' | 'results'
> & {
  signed_at: string;
  sent_at: string | null;
  block_number: string | null;
  fee_paid: string | null;
};

/**
 * SQL: the `StoredAttempt`s under a lease for one of its steps, in the order of signing, as one
 * value; null if there are none.
 * @param leaseId, stepId SQL expressions
 */
export function selectAttempts(leaseId: string, stepId: string): string {
  return `select json_agg(json_build_object('id', a.id, 'seq', a.seq, 'kind', a.kind, 'tx_id', a.tx_id, 'bytes', a.bytes,
      'fee', a.fee, 'signed_at', a.signed_at::text, 'sent_at', a.sent_at::text, 'status', a.status,
      'block_number', a.block_number::text, 'block_hash', a.block_hash, 'succeeded', ${ownSuccess},
      'fee_paid', a.fee_paid::text, 'progressed', a.progressed, 'sighting', a.sighting, 'boost', (
        select json_build_object('txId', b.tx_id, 'bytes', b.bytes, 'fee', b.fee,
          'signedAt', floor(extract(epoch from b.created_at) * 1000)::bigint)
        from boosts b where b.attempt_id = a.id order by b.position desc limit 1)) order by a.seq)
    from attempts a left join attempt_steps own on own.attempt_id = a.id and own.step_id = ${stepId}
    where a.lease_id = ${leaseId}`;
}

export function attemptFromStored(stored: StoredAttempt): Attempt {
  const { signed_at: signedAt, sent_at: sentAt, block_number: block, fee_paid: feePaid } = stored;
  return attemptFromRow({
    ...stored,
    signed_at: timestampFromText(signedAt),
    sent_at: sentAt === null ? null : timestampFromText(sentAt),
    block_number: block === null ? null : BigInt(block),
    fee_paid: feePaid === null ? null : BigInt(feePaid),
  });
}

function attemptFromRow(row: AttemptRow): Attempt {
  return {
    id: row.id,
    seq: row.seq,
    kind: row.kind,
    txId: row.tx_id,
    bytes: row.bytes,
    fee: feeFromStored(row.fee),
    signedAt: row.signed_at,
    ...(row.sent_at === null ? {} : { sentAt: row.sent_at }),
    inclusion: inclusionFromRow(row),
    progressed: row.progressed,
    ...(row.sighting === null ? {} : { sighting: observedPayoutFromStored(row.sighting) }),
    ...(row.boost === null ? {} : { boost: { ...row.boost, fee: feeFromStored(row.boost.fee) } }),
  };
}

function observedPayoutFromStored({ block, transfers }: StoredObservedPayout): ObservedPayout {
  return {
    block: { number: BigInt(block.number), hash: block.hash },
    transfers: transfers.map(({ index, token, amount }) => ({
      index,
      token,
      amount: BigInt(amount),
    })),
  };
}

export function inclusionFromRow(row: InclusionRow): Inclusion {
  const { status, block_number: number, block_hash: hash, succeeded, fee_paid: feePaid } = row;
  if (status === 'unseen' || status === 'pending') return { status };
  if (number === null || hash === null || succeeded === null || feePaid === null)
    return { status: 'pending' };
  return {
    status,
    block: { number, hash },
    succeeded,
    ...(row.results ? { results: row.results } : {}),
    feePaid,
  };
}
