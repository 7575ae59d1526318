import { randomUUID } from 'node:crypto';
import { assertNever } from '../../core/assert-never.ts';
import { judgeRetry, renewJob } from '../../core/operator/judge-retry.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { submittedAtOf } from '../../core/swap/job-seal.ts';
import { isEnd, type Swap } from '../../core/swap/swap.ts';
import { noSuchSwap } from '../../errors/no-such-swap.ts';
import type { RetryRequest, RetryResult } from '../../ports/stores/swap-store.ts';
import { landingDeposit } from '../deposits/landing-deposit.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { assertNoLivingPayment, clearStatus, closeOpenOrder } from '../writes/close-open-order.ts';
import { lockSwap } from '../writes/lock-swap.ts';
import { voidHeldOf } from '../writes/void-leases.ts';
import { findSuccessor } from './find-successor.ts';
import { snapshot } from './snapshot.ts';
import { submit } from './submit.ts';

/**
 * Judges under the swap's lock, so that the second of two concurrent retries finds the first one's
 * result.
 */
export async function retry(session: SqlSession, request: RetryRequest): Promise<RetryResult> {
  const { swapId } = request;
  await lockSwap(session, swapId);
  const found = await snapshot(session, swapId);
  if (!found) throw noSuchSwap(swapId);
  const successor = await findSuccessor(session, swapId);
  const mayLand = isEnd(found.swap.state) && !successor;
  const landing = mayLand ? await landingDeposit(session, swapId) : undefined;
  const { maxGenerations } = request;
  const verdict = judgeRetry(found, { maxGenerations, successor, landing });
  switch (verdict.kind) {
    case 'refused':
      return verdict;
    case 'new_order':
      return {
        kind: 'retried',
        swapId,
        version: await reopen(session, found.swap, request),
        created: false,
      };
    case 'new_swap':
      return successor
        ? { kind: 'retried', swapId: successor.swapId, version: successor.version, created: false }
        : await submitAgain(session, found.swap, request);
    default:
      return assertNever(verdict, 'retry verdict');
  }
}

/** Starts the same swap again. Failures are counted from zero, generations are not. */
async function reopen(
  session: SqlSession,
  { id, state, reason }: Swap,
  { by, requestId }: RetryRequest,
): Promise<number> {
  await voidHeldOf(session, id);
  await assertNoLivingPayment(session, id);
  await closeOpenOrder(session, id);
  await clearStatus(session, id);
  return await changeSwap(session, {
    swapId: id,
    event: { type: 'retried', data: { from: state, reason, by, requestId } },
    state: 'requested',
    fundsState: 'untouched',
    reason: null,
    progress: true,
  });
}

async function submitAgain(
  session: SqlSession,
  old: Swap,
  { now, by, requestId, seal }: RetryRequest,
): Promise<RetryResult> {
  const { body_hash: bodyHash } = onlyRow(
    await session.query<{ body_hash: string }>('select body_hash from swaps where id = $1', [
      old.id,
    ]),
  );
  const id = randomUUID() as SwapId;
  const idempotencyKey = randomUUID();
  const job = renewJob(old.job, submittedAtOf(old), now);
  const { swap } = await submit(session, {
    id,
    idempotencyKey,
    bodyHash,
    retryOf: old.id,
    job,
    ...(seal ? { seal: seal({ id, idempotencyKey, job }) } : {}),
    ...(by === undefined ? {} : { by }),
    ...(requestId === undefined ? {} : { requestId }),
  });
  await changeSwap(session, {
    swapId: old.id,
    event: { type: 'retried', data: { as: swap.id } },
    quiet: true,
  });
  return { kind: 'retried', swapId: swap.id, version: swap.version, created: true };
}
