import type { Decision, Observation } from '../../core/decide/decision.ts';
import { newestAttempt } from '../../core/swap/attempts.ts';
import type { Chain, ChainName } from '../../core/swap/chains.ts';
import { type Attempt, isPayment, type Lease, type Snapshot } from '../../core/swap/swap.ts';
import type { Fee, TransactionObject } from '../../core/swap/transaction-object.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Enlarged, EnlargeRequest } from '../../ports/capabilities/replacement.ts';
import { type Enlargement, type Intent, unsticks } from '../../ports/guard.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { boostAttempt, type Stuck } from './boost-attempt.ts';
import { broadcastAttempt, type SendStores } from './broadcast-attempt.ts';
import { commitAttempt } from './commit-attempt.ts';
import { intentOf, paymentIntent } from './intent-of.ts';
import { judgeAndSign } from './judge-and-sign.ts';

type Replacement = Extract<Decision, { kind: 'bump' | 'cancel' }>;

/**
 * Makes what is stuck dearer, or takes it back. Another transaction is signed under the lease of
 * the step, dearer than every attempt before it: the same again, or nothing sent to oneself. Under
 * one lease at most one of them lands, so this cannot pay twice: whichever lands is seen and
 * proven. Where what comes back of a transaction can pay for its inclusion, it is left as it is and
 * a child does; where nothing comes back, the same is paid from more coins.
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
      (await enlargeAttempt(context, snapshot, { step, lease, newest }, raise.enlargedOf)) ??
      boostAttempt(context, snapshot, { step, lease, newest }, raise.childOf)
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
    chain: step.chain,
    lease,
    newest,
    transaction,
    fee,
    intent,
  });
}

/**
 * Pays the same again from more coins, which are the lease's own from the commit on: all attempts
 * share the coins that the lease is of, so that one of them lands at most, whatever becomes of the
 * added ones. Nothing where there is no need, or no coin.
 */
async function enlargeAttempt(
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
  chain: ChainName;
  lease: Lease;
  newest: Attempt;
  transaction: TransactionObject;
  fee: Fee;
  intent: Intent;
  enlargement?: Enlargement;
}

/** Judged, signed, committed, and only then sent. */
async function signReplacement(
  context: ExecutorContext<SendStores>,
  { swap, order }: Snapshot,
  planned: Planned,
): Promise<Observation> {
  const { kind, chain, lease, newest, fee, enlargement } = planned;
  const result = await judgeAndSign(context, {
    ...planned,
    job: swap.job,
    feeSpent: swap.feeSpent,
  });
  if (result.kind === 'judged') return result;
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
  });
  if (committed.kind === 'refused') return { kind: 'none' };
  const until =
    planned.intent.kind === 'swap' || planned.intent.kind === 'deposit'
      ? order?.goodUntil
      : undefined;
  return broadcastAttempt(context, chain, { id: committed.attemptId, ...result.signed }, { until });
}

/**
 * What one more transaction may cost: a cancel unsticks the job's money and is bound by the chain's
 * cap alone.
 */
function maxFee({ maxNetworkFee }: Chain, { swap, order }: Snapshot, intent: Intent): bigint {
  const { maxFee } = swap.job;
  if (maxFee === undefined || unsticks(intent)) return maxNetworkFee;
  const declared = intent.kind === 'swap' ? (order?.declaredFee ?? 0n) : 0n;
  const left = maxFee - swap.feeSpent - declared;
  return left < maxNetworkFee ? left : maxNetworkFee;
}
