import type { LeaseRequest, LeaseResult } from '../../ports/stores/signing-records.ts';
import { closeOtherRecovery } from '../lease/close-other-recovery.ts';
import { giveBackExpiredHold } from '../lease/give-back-expired-hold.ts';
import { judgeLease } from '../lease/judge-lease.ts';
import { lockSwapsAndAccount } from '../lease/lock-account.ts';
import { readLease } from '../lease/read-lease.ts';
import { refuse } from '../lease/refuse.ts';
import { writeLease } from '../lease/write-lease.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * Locks all that may change what is judged, reads it in one statement, judges, and writes in one
 * statement.
 */
export async function lease(session: SqlSession, request: LeaseRequest): Promise<LeaseResult> {
  const locked = new Set((await lockSwapsAndAccount(session, request)).map(({ id }) => id));
  let verdict = judgeLease(request, await readLease(session, request), locked);
  // Nobody else gets a hold on the account meanwhile, so that the second time there is none.
  for (
    ;
    verdict.kind === 'expired_hold';
    verdict = judgeLease(request, await readLease(session, request), locked)
  ) {
    await giveBackExpiredHold(session, request.chain, verdict.hold);
  }
  if (verdict.kind === 'refused') return refuse(session, request, verdict);

  const { grant } = verdict;
  await closeOtherRecovery(session, request);
  const { terms, keyRef, allowanceValue } = grant;
  const written = await writeLease(session, request, grant);
  return {
    kind: 'leased',
    ...written,
    terms,
    keyRef,
    ...(allowanceValue === undefined ? {} : { allowanceValue }),
  };
}
