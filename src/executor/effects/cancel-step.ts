import { newestAttempt } from '../../core/attempts.ts';
import type { Observation } from '../../core/decision.ts';
import type { Snapshot, Step } from '../../core/swap.ts';
import { replacementFee } from '../../core/transaction-object.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { broadcastAttempt } from './broadcast-attempt.ts';
import { commitAttempt } from './commit-attempt.ts';
import { judgeAndSign } from './judge-and-sign.ts';

/**
 * Signs a transaction that uses up the lease of a step that was not included in time, dearer than every attempt before it. Under
 * one lease at most one of them lands, so this can not pay twice: whichever lands is seen and proven.
 */
export async function cancelStep(context: ExecutorContext, { swap }: Snapshot, step: Step): Promise<Observation> {
  const { lease } = step;
  const newest = lease && newestAttempt(lease);
  if (!newest) return { kind: 'none' };
  const adapter = adapterOf(context, step.chain);
  const transaction = adapter.cancelTransaction(lease.account);
  const market = await adapter.estimateFee(lease.account, transaction);
  const fee = replacementFee(newest.fee, adapter.chain.replacementBps, market);
  const result = await judgeAndSign(context, {
    chain: step.chain,
    job: swap.job,
    feeSpent: swap.feeSpent,
    lease,
    transaction,
    fee,
    intent: { kind: 'cancel' },
  });
  if (result.kind === 'judged') return result;
  const committed = await commitAttempt(context, {
    swapId: swap.id,
    leaseId: lease.id,
    chain: step.chain,
    holder: context.holder,
    kind: 'cancel',
    txId: result.signed.txId,
    bytes: result.signed.bytes,
    fee,
  });
  if (committed.kind === 'refused') return { kind: 'none' };
  return broadcastAttempt(context, step.chain, { id: committed.attemptId, ...result.signed });
}
