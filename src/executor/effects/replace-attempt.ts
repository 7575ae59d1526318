import type { Decision, Observation } from '../../core/decide/decision.ts';
import { firstSigned, newestAttempt } from '../../core/swap/attempts.ts';
import type { Chain, ChainName } from '../../core/swap/chains.ts';
import {
  type Attempt,
  isPayment,
  type Lease,
  type Snapshot,
  type StepKind,
} from '../../core/swap/swap.ts';
import type { Fee, TransactionObject } from '../../core/swap/transaction-object.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Enlarged, EnlargeRequest } from '../../ports/capabilities/replacement.ts';
import { type Enlargement, type Intent, unsticks } from '../../ports/guard.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { broadcastAttempt, type SendStores } from './broadcast-attempt.ts';
import { commitAttempt } from './commit-attempt.ts';
import { intentOf, paymentIntent } from './intent-of.ts';
import { judgeAndSign } from './judge-and-sign.ts';
import { type Stuck, sendCpfpChild } from './send-cpfp-child.ts';

type Replacement = Extract<Decision, { kind: 'bump' | 'cancel' }>;

/**
 * Bumps or cancels a stuck attempt: signs another transaction under the lease of the step, with a
 * higher fee than every attempt before it. It is the same payment, or an empty one to ourselves. At
 * most one transaction of a lease lands, so this cannot pay twice. On Bitcoin a bump is a CPFP
 * child if the attempt has change, or otherwise a replacement with added inputs.
 */
export async function replaceAttempt(
  context: ExecutorContext<SendStores>,
  snapshot: Snapshot,
  { kind, step }: Replacement,
): Promise<Observation> {
  const { lease } = step;
  const newest = lease && newestAttempt(lease);
  if (!newest) return { kind: 'none' };
  const adapter = adapterOf(context, step.chain);
  const { replacement } = adapter;
  if (!replacement)
    throw new FerrymanError('INTERNAL', `a lease on ${step.chain} allows one attempt only`);
  const { raise } = replacement;
  if (kind === 'bump' && raise.kind === 'child') {
    return (
      (await addInputs(context, snapshot, { step, lease, newest }, raise.enlargedOf)) ??
      sendCpfpChild(context, snapshot, { step, lease, newest }, raise.childOf)
    );
  }
  const transaction =
    kind === 'bump' && raise.kind === 'again'
      ? raise.transactionOf(newest.bytes)
      : await replacement.cancelTransaction(lease);
  const intent: Intent =
    kind === 'cancel' ? { kind } : intentOf(snapshot, step, transaction, context.policy);
  const market = await adapter.estimateFee(lease.account, transaction);
  const fee = await replacement.replacementFee({
    fee: newest.fee,
    market,
    most: maxFee(adapter.chain, snapshot, intent),
    replaced: lease.attempts.map(({ txId }) => txId),
  });
  return signReplacement(context, snapshot, {
    kind,
    step: step.kind,
    chain: step.chain,
    lease,
    newest,
    transaction,
    fee,
    intent,
  });
}

/**
 * Replaces the payment by one with added inputs, which belong to the lease from the commit on. All
 * attempts spend the lease's own coins, so at most one lands, whatever happens to the added ones.
 * Returns `undefined` if no input is needed or none is left.
 */
async function addInputs(
  context: ExecutorContext<SendStores>,
  snapshot: Snapshot,
  { step, lease, newest }: Stuck,
  enlargedOf: (request: EnlargeRequest) => Promise<Enlarged | undefined>,
): Promise<Observation | undefined> {
  const { order } = snapshot;
  const { attempts } = lease;
  const payment = attempts.find(({ kind }) => kind === 'pay');
  if (!payment || !order || !isPayment(step.kind)) return undefined;
  const { chain } = adapterOf(context, step.chain);
  const most = maxFee(chain, snapshot, paymentIntent(order));
  const enlarged = await enlargedOf({ lease, attempts, fee: newest.fee, most });
  if (!enlarged) return undefined;
  const { transaction, fee, added } = enlarged;
  const intent = intentOf(snapshot, step, transaction, context.policy);
  const enlargement = { of: payment.bytes, added };
  return signReplacement(context, snapshot, {
    kind: 'bump',
    step: step.kind,
    chain: step.chain,
    lease,
    newest,
    transaction,
    fee,
    intent,
    enlargement,
  });
}

interface Planned {
  kind: Replacement['kind'];
  step: StepKind;
  chain: ChainName;
  lease: Lease;
  newest: Attempt;
  transaction: TransactionObject;
  fee: Fee;
  intent: Intent;
  enlargement?: Enlargement;
}

/** Judges, signs, commits, and only then sends. */
async function signReplacement(
  context: ExecutorContext<SendStores>,
  { swap, order }: Snapshot,
  planned: Planned,
): Promise<Observation> {
  const { kind, chain, lease, newest, fee, enlargement } = planned;
  const result = await judgeAndSign(context, {
    ...planned,
    swap,
    order,
    feeSpent: swap.feeSpent,
    repeats: true,
  });
  if (result.kind === 'judged') return result;
  if (result.kind === 'stopped') return { kind: 'none' };
  const committed = await commitAttempt(context, {
    swapId: swap.id,
    leaseId: lease.id,
    chain,
    holder: context.holder,
    kind,
    replaces: newest.id,
    txId: result.signed.txId,
    bytes: result.signed.bytes,
    fee,
    ...(enlargement ? { added: enlargement.added } : {}),
    ...(result.trace ? { trace: result.trace } : {}),
  });
  if (committed.kind === 'refused') return { kind: 'none' };
  const until =
    planned.intent.kind === 'swap' || planned.intent.kind === 'deposit'
      ? order?.goodUntil
      : undefined;
  const attempt = { id: committed.attemptId, ...result.signed };
  const signed = { step: planned.step, kind, lease };
  return broadcastAttempt(context, chain, attempt, {
    swaps: [swap],
    firstSigned: firstSigned(lease),
    signed,
    until,
  });
}

/**
 * The most that one more transaction may cost. A cancel frees the job's money, so only the chain's
 * maximum limits it.
 */
function maxFee({ maxNetworkFee }: Chain, { swap, order }: Snapshot, intent: Intent): bigint {
  const { maxFee } = swap.job;
  if (maxFee === undefined || unsticks(intent)) return maxNetworkFee;
  const declared = intent.kind === 'swap' ? (order?.declaredFee ?? 0n) : 0n;
  const left = maxFee - swap.feeSpent - declared;
  return left < maxNetworkFee ? left : maxNetworkFee;
}
