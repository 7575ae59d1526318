import { newestAttempt } from '../../core/attempts.ts';
import type { Chain } from '../../core/chains.ts';
import type { Decision, Observation } from '../../core/decision.ts';
import type { Snapshot } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { type Intent, unsticks } from '../../ports/guard.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { boostAttempt } from './boost-attempt.ts';
import { broadcastAttempt } from './broadcast-attempt.ts';
import { commitAttempt } from './commit-attempt.ts';
import { intentOf } from './intent-of.ts';
import { judgeAndSign } from './judge-and-sign.ts';

type Replacement = Extract<Decision, { kind: 'bump' | 'cancel' }>;

/**
 * Makes what is stuck dearer, or takes it back. Another transaction is signed under the lease of the step, dearer than every attempt before it:
 * the same again, or nothing sent to oneself. Under one lease at most one of them lands, so this can not pay twice: whichever lands is
 * seen and proven. Where what comes back of a transaction can pay for its inclusion, it is left as it is and a child does.
 */
export async function replaceAttempt(
  context: ExecutorContext,
  snapshot: Snapshot,
  { kind, step }: Replacement,
): Promise<Observation> {
  const { swap } = snapshot;
  const { lease } = step;
  const newest = lease && newestAttempt(lease);
  if (!newest) return { kind: 'none' };
  const adapter = adapterOf(context, step.chain);
  const { replacement } = adapter;
  if (!replacement) throw new FerrymanError('INTERNAL', `a lease on ${step.chain} allows one attempt only`);
  const { raise } = replacement;
  if (kind === 'bump' && raise.kind === 'child') {
    return boostAttempt(context, snapshot, { step, lease, newest }, raise.childOf);
  }
  const transaction =
    kind === 'bump' && raise.kind === 'again'
      ? raise.transactionOf(newest.bytes)
      : await replacement.cancelTransaction(lease);
  const intent: Intent = kind === 'cancel' ? { kind } : intentOf(snapshot, step, transaction, context.policy);
  const market = await adapter.estimateFee(lease.account, transaction);
  const fee = await replacement.replacementFee({
    fee: newest.fee,
    market,
    most: mostFee(adapter.chain, snapshot, intent),
    replaced: lease.attempts.map(({ txId }) => txId),
  });
  const result = await judgeAndSign(context, {
    chain: step.chain,
    job: swap.job,
    feeSpent: swap.feeSpent,
    lease,
    transaction,
    fee,
    intent,
  });
  if (result.kind === 'judged') return result;
  const committed = await commitAttempt(context, {
    swapId: swap.id,
    leaseId: lease.id,
    chain: step.chain,
    holder: context.holder,
    kind,
    txId: result.signed.txId,
    bytes: result.signed.bytes,
    fee,
  });
  if (committed.kind === 'refused') return { kind: 'none' };
  return broadcastAttempt(context, step.chain, { id: committed.attemptId, ...result.signed });
}

/** What one more transaction may cost: a cancel unsticks the job's money and is bound by the chain's cap alone. */
function mostFee({ maxNetworkFee }: Chain, { swap, order }: Snapshot, intent: Intent): bigint {
  const { maxFee } = swap.job;
  if (maxFee === undefined || unsticks(intent)) return maxNetworkFee;
  const declared = intent.kind === 'swap' ? (order?.declaredFee ?? 0n) : 0n;
  const left = maxFee - swap.feeSpent - declared;
  return left < maxNetworkFee ? left : maxNetworkFee;
}
