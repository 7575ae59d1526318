import type { TokenAddress } from '../../core/chains.ts';
import type { AttemptId, LeaseId } from '../../core/ids.ts';
import type { Attempt, AttemptKind, Inclusion, Sighting } from '../../core/swap.ts';
import { feeFromStored, type StoredFee } from './stored-transaction.ts';

export interface AttemptRow extends InclusionRow {
  id: AttemptId;
  lease_id: LeaseId;
  seq: number;
  kind: AttemptKind;
  tx_id: string;
  bytes: string;
  fee: StoredFee;
  signed_at: number;
  sent_at: number | null;
  progressed: boolean;
  sighting: StoredSighting | null;
  boost: { txId: string; bytes: string; fee: StoredFee; signedAt: number } | null;
}

/** Numbers as decimal strings. */
interface StoredSighting {
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

/** Whether what the attempt `a` did for one step succeeded: its message where `attempt_steps own` says that it shares the attempt, or all of it. */
const ownSuccess = 'coalesce(a.results[own.message + 1], a.succeeded)';

/** Selects the `AttemptRow`s of swap $1, in the order in which they were signed. */
export const selectAttempts = `
  select a.id, a.lease_id, a.seq, a.kind, a.tx_id, a.bytes, a.fee, a.signed_at, a.sent_at, a.status, a.block_number,
    a.block_hash, ${ownSuccess} as succeeded, a.fee_paid, a.progressed, a.sighting,
    (select json_build_object('txId', b.tx_id, 'bytes', b.bytes, 'fee', b.fee,
       'signedAt', floor(extract(epoch from b.created_at) * 1000)::bigint)
     from boosts b where b.attempt_id = a.id order by b.position desc limit 1) as boost
  from steps st join lease_steps ls on ls.step_id = st.id join attempts a on a.lease_id = ls.lease_id
  left join attempt_steps own on own.attempt_id = a.id and own.step_id = st.id
  where st.swap_id = $1
  order by a.seq`;

export function attemptFromRow(row: AttemptRow): Attempt {
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
    ...(row.sighting === null ? {} : { sighting: sightingFromStored(row.sighting) }),
    ...(row.boost === null ? {} : { boost: { ...row.boost, fee: feeFromStored(row.boost.fee) } }),
  };
}

function sightingFromStored({ block, transfers }: StoredSighting): Sighting {
  return {
    block: { number: BigInt(block.number), hash: block.hash },
    transfers: transfers.map(({ index, token, amount }) => ({ index, token, amount: BigInt(amount) })),
  };
}

export function inclusionFromRow(row: InclusionRow): Inclusion {
  const { status, block_number: number, block_hash: hash, succeeded, fee_paid: feePaid } = row;
  if (status === 'unseen' || status === 'pending') return { status };
  if (number === null || hash === null || succeeded === null || feePaid === null) return { status: 'pending' };
  return { status, block: { number, hash }, succeeded, ...(row.results ? { results: row.results } : {}), feePaid };
}
