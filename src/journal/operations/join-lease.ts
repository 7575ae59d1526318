import type { LeaseId } from '../../core/ids.ts';
import type { LeaseRefusal } from '../../core/lease-refusal.ts';
import type { LeaseRequest, LeaseResult } from '../../ports/signing-records.ts';
import { checkBalances } from '../lease/check-balances.ts';
import { checkSubject } from '../lease/check-subject.ts';
import { lockAccount } from '../lease/choose-nonce.ts';
import { findLost } from '../lease/find-lost.ts';
import { findOpenStep } from '../lease/find-open-step.ts';
import { findStop } from '../lease/find-stop.ts';
import { writeJoin } from '../lease/write-lease.ts';
import type { SqlSession } from '../sql-client.ts';
import { assertNotEnded, broken, lockSwapAt, stale } from '../writes/lock-swap.ts';

/** Checks of the swap what `lease` checks, and that the lease is still held by whom it is said to be. */
export async function joinLease(
  session: SqlSession,
  request: LeaseRequest & { leaseId: LeaseId },
): Promise<LeaseResult> {
  assertNotEnded(await lockSwapAt(session, request));
  const { provider, family } = await checkSubject(session, request);
  if (family !== 'ton' || request.need || request.sets) {
    throw broken('join_on_ton', 'only payments of a TON wallet go together');
  }
  const stop = await findStop(session, { walletId: request.walletId, chain: request.chain, provider });
  if (stop) return refused({ kind: 'stopped', ...stop });

  await lockAccount(session, request);
  const openStep = await findOpenStep(session, request);
  if (openStep?.leased) throw stale(request.swapId, `its ${request.kind} step is leased already`);
  const seqno = await readHold(session, request);
  if (seqno === undefined) return refused({ kind: 'wallet_busy' });
  const lost = await findLost(session, request);
  if (lost) return refused({ kind: 'lost_attempt', ...lost });
  const short = await checkBalances(session, request);
  if (short) return refused(short);

  const terms = { kind: 'seqno', seqno } as const;
  const grant = { leaseId: request.leaseId, openStep: openStep?.id, terms };
  return { kind: 'leased', ...(await writeJoin(session, request, grant)), terms };
}

/** The number that the lease is of; absent where it is not held by this holder any more, or is the lease of another account. */
async function readHold(
  session: SqlSession,
  { leaseId, holder, walletId, chain }: LeaseRequest & { leaseId: LeaseId },
): Promise<bigint | undefined> {
  const [held] = await session.query<{ nonce: bigint }>(
    `select nonce from leases
     where id = $1 and holder = $2 and wallet_id = $3 and chain = $4 and state = 'held' and held_until > clock_timestamp()
     for no key update`,
    [leaseId, holder, walletId, chain],
  );
  return held?.nonce;
}

function refused(refusal: LeaseRefusal): LeaseResult {
  return { kind: 'refused', refusal };
}
