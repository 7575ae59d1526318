import type { AttemptId } from '../../core/swap/ids.ts';
import { minimumOut } from '../../core/swap/job.ts';
import { isPayment } from '../../core/swap/swap.ts';
import type { SignedPayment, SigningLogEntry } from '../../ports/signing-log.ts';
import type {
  Recognition,
  RecordsQuery,
  SignedRecords,
} from '../../ports/stores/recovery-store.ts';
import { replayOf, replayOfChild } from '../rows/replay-row.ts';
import { jobFromStored, type StoredJob } from '../rows/stored-job.ts';
import type { SqlSession } from '../sql-client.ts';
import { positionsParameter, selectRecognition } from './recognize.ts';

type EntryRow = Omit<SigningLogEntry, 'nonce' | 'instanceId' | 'payment'> & {
  nonce: bigint | null;
  job: StoredJob;
  expected_out: bigint | null;
  destination_anchor: bigint | null;
};

/**
 * Selects `EntryRow`s: an attempt serves one swap, or several that share a transaction of a TON
 * wallet.
 */
const entries = `with recursive attempt as (
    select a.id as attempt_id, a.lease_id, st.id as step_id, a.chain, a.tx_id, a.kind, a.signed_at, coalesce(a.sequence, 0) as sequence,
      coalesce(a.order_id, st.order_id) as order_id, l.account, l.nonce, st.kind as step, st.swap_id
    from attempts a join leases l on l.id = a.lease_id join lease_steps ls on ls.lease_id = l.id
    join steps st on st.id = ls.step_id
    where a.id = $1
  ), retries(of, id, idem_key, retry_of, distance) as (
    select s.id, s.id, s.idem_key, s.retry_of, 0 from swaps s join attempt on attempt.swap_id = s.id
    union all
    select r.of, s.id, s.idem_key, s.retry_of, r.distance + 1 from swaps s join retries r on r.retry_of = s.id
  )
  select a.chain, a.tx_id as "txId", a.account, a.nonce,
    s.id as "swapId", s.idem_key as "idempotencyKey", a.step, a.kind, a.signed_at as "signedAt", a.sequence,
    coalesce((select json_agg(json_build_object('swapId', r.id, 'idempotencyKey', r.idem_key) order by r.distance)
      from retries r where r.of = s.id and r.distance > 0), '[]') as retries,
    s.job, o.expected_out, o.destination_anchor, ${replayOf('a')} as replay
  from attempt a join swaps s on s.id = a.swap_id left join orders o on o.id = a.order_id`;

/** One row for each entry, or a single row without an entry. */
const records = `
  select recognition.*, entry.* from (${selectRecognition('$2', '$3')}) recognition left join (${entries}) entry on true
  order by entry."swapId"`;

export async function signedRecords(
  session: SqlSession,
  id: AttemptId,
  { child, positions = [], log }: RecordsQuery = {},
): Promise<SignedRecords> {
  const rows = await session.query<Recognition & (EntryRow | Record<keyof EntryRow, null>)>(
    records,
    [id, positionsParameter(positions), log ?? null],
  );
  const [first] = rows;
  if (!first) throw new RangeError('a journal without an instance');
  const { instanceId, epoch, committed, unknown, openLosses, log: logState, missingLogs } = first;
  const found = rows.flatMap((row) => (row.txId === null ? [] : entryFromRow(row)));
  return {
    ...{ instanceId, epoch, committed, unknown, openLosses, log: logState, missingLogs },
    entries: child === undefined ? found : await recordsOfChild(session, id, child, found),
  };
}

/** A CPFP child moves only a fee, so its entry adds little to that of its attempt. */
async function recordsOfChild(
  session: SqlSession,
  id: AttemptId,
  child: string,
  entries: readonly SigningLogEntry[],
): Promise<SigningLogEntry[]> {
  const [boost] = await session.query<
    Pick<SigningLogEntry, 'signedAt' | 'sequence'> & { replay: string }
  >(
    `select b.created_at as "signedAt", coalesce(b.sequence, 0) as sequence, ${replayOfChild('a', 'b')} as replay
     from boosts b join attempts a on a.id = b.attempt_id where b.attempt_id = $1 and b.tx_id = $2`,
    [id, child],
  );
  if (!boost) return [];
  return entries.map(({ payment: _payment, ...entry }) => ({
    ...entry,
    ...boost,
    txId: child,
    kind: 'bump',
  }));
}

function entryFromRow(row: Pick<Recognition, 'instanceId'> & EntryRow): SigningLogEntry {
  const {
    instanceId,
    chain,
    txId,
    account,
    nonce,
    swapId,
    idempotencyKey,
    retries,
    step,
    kind,
    signedAt,
  } = row;
  const {
    sequence,
    replay,
    job,
    expected_out: expectedOut,
    destination_anchor: destinationAnchor,
  } = row;
  const entry = {
    ...{
      instanceId,
      chain,
      txId,
      account,
      swapId,
      idempotencyKey,
      retries,
      step,
      kind,
      signedAt,
      sequence,
    },
    ...(nonce === null ? {} : { nonce }),
    ...(replay === undefined ? {} : { replay }),
  };
  if (
    !isPayment(entry.step) ||
    entry.kind === 'cancel' ||
    expectedOut === null ||
    destinationAnchor === null
  ) {
    return entry;
  }
  return { ...entry, payment: paymentOf(job, { expectedOut, destinationAnchor }) };
}

function paymentOf(
  stored: StoredJob,
  order: Pick<SignedPayment['to'], 'expectedOut' | 'destinationAnchor'>,
): SignedPayment {
  const job = jobFromStored(stored);
  const { from, to, amount, refundAddress, receiver } = job;
  return {
    from: { token: from.token, amount, refundAddress },
    to: { chain: to.chain, token: to.token, receiver, minOut: minimumOut(job, order), ...order },
  };
}
