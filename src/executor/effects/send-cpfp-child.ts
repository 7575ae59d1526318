import type { Observation } from '../../core/decide/decision.ts';
import { firstSigned } from '../../core/swap/attempts.ts';
import {
  type Attempt,
  isPayment,
  type Lease,
  type Snapshot,
  type Step,
} from '../../core/swap/swap.ts';
import { maximumFee } from '../../core/swap/transaction-object.ts';
import type { Child, ChildRequest } from '../../ports/capabilities/replacement.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { broadcastAttempt, type SendStores } from './broadcast-attempt.ts';
import { judgeAndSign } from './judge-and-sign.ts';

/** The newest attempt of a lease, not included yet. */
export interface Stuck {
  step: Step;
  lease: Lease;
  newest: Attempt;
}

/**
 * Signs a CPFP child: it spends the change of an attempt that is not included yet, and pays the fee
 * for both. The attempt keeps its id, by which provider and router know it. The child only moves
 * our own change to ourselves. It is judged and committed before it is sent. A lost COMMIT answer
 * is not read back: the child is sent with its attempt if the journal has it.
 */
export async function sendCpfpChild(
  context: ExecutorContext<SendStores>,
  { swap, order }: Snapshot,
  { step, lease, newest }: Stuck,
  childOf: (request: ChildRequest) => Promise<Child | undefined>,
): Promise<Observation> {
  const { chain: name } = step;
  const { chain } = adapterOf(context, name);
  const { txId, fee: paid } = newest;
  // The attempt's own maximum fee counts as spent against the job's `maxFee`.
  const feeSpent =
    swap.feeSpent + maximumFee(paid) + (isPayment(step.kind) ? (order?.declaredFee ?? 0n) : 0n);
  const left = swap.job.maxFee === undefined ? chain.maxNetworkFee : swap.job.maxFee - feeSpent;
  const child = await childOf({
    account: lease.account,
    parent: newest,
    most: left < chain.maxNetworkFee ? left : chain.maxNetworkFee,
    ...(newest.boost ? { earlier: newest.boost.fee } : {}),
  });
  if (!child) return feeNotRaised;
  const result = await judgeAndSign(context, {
    chain: name,
    swap,
    order,
    feeSpent,
    lease: { account: lease.account, terms: child.terms },
    transaction: child.transaction,
    fee: child.fee,
    intent: { kind: 'boost', parent: { txId, fee: paid } },
  });
  if (result.kind === 'judged') return result;
  if (result.kind === 'stopped') return { kind: 'none' };
  const { signed, fee, trace } = result;
  const boost = { txId: signed.txId, bytes: signed.bytes, fee };
  const committed = await context.journal.boost({
    swapId: swap.id,
    attemptId: newest.id,
    ...boost,
    ...(trace ? { trace } : {}),
  });
  if (committed.kind === 'refused') return { kind: 'none' };
  await context.checkpoint('attempt-committed');
  const until = isPayment(step.kind) && newest.kind !== 'cancel' ? order?.goodUntil : undefined;
  return broadcastAttempt(
    context,
    name,
    { ...newest, boost },
    {
      swaps: [swap],
      firstSigned: firstSigned(lease),
      until,
    },
  );
}

const feeNotRaised: Observation = {
  kind: 'not_raised',
  reason: {
    code: 'INCLUSION_LATE',
    message:
      'the transaction is not included yet; its fee is at the market rate, or no coin is left to raise it',
  },
};
