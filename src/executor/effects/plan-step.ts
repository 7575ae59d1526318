import { assertNever } from '../../core/assert-never.ts';
import type { Decision, Observation } from '../../core/decide/decision.ts';
import { finalAttempt } from '../../core/swap/attempts.ts';
import { type ChainName, isNativeToken, type TokenAddress } from '../../core/swap/chains.ts';
import type { Job } from '../../core/swap/job.ts';
import type { RecoveryKind, Snapshot, StepKind } from '../../core/swap/swap.ts';
import {
  type Fee,
  maximumFee,
  type TransactionObject,
} from '../../core/swap/transaction-object.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { BalancesAtBlock, ChainAdapter } from '../../ports/chain-adapter.ts';
import type { AllowanceStore } from '../../ports/stores/observation-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { findShortage, insufficient, readBalances } from './find-shortage.ts';
import { maxHeadAge } from './head-age.ts';
import { allowanceIntent, orderOf, paymentIntent, recoveryIntent } from './intent-of.ts';
import { allowancesOf, readAllowance } from './read-allowance.ts';
import type { PlannedStep } from './swap-step.ts';

export type StepDecision = Extract<Decision, { kind: 'execute' }>;

type Plan = { kind: 'planned'; step: PlannedStep } | { kind: 'refused'; observation: Observation };

/** A step before its chain is read. */
type StepRequest = Exclude<StepDecision, { step: RecoveryKind }> | RecoveryRequest;
type RecoveryRequest = Extract<StepDecision, { step: RecoveryKind }> & {
  transaction: TransactionObject;
};

/**
 * Requests the transaction of a refund or claim from the routing service, again for each attempt:
 * the guard judges what it returns.
 */
export async function completeRequest(
  { router }: ExecutorContext,
  job: Job,
  decision: StepDecision,
): Promise<StepRequest> {
  if (!('payment' in decision)) return decision;
  const { step, payment } = decision;
  const paid = finalAttempt(payment);
  if (!paid) throw new FerrymanError('INTERNAL', `a ${step} needs a final payment`);
  const { family } = step === 'claim' ? job.to : job.from;
  if (family === 'other')
    throw new FerrymanError('INTERNAL', `Ferryman cannot sign on ${job.to.chain}`);
  return {
    ...decision,
    transaction: await router[step]({ chain: payment.chain, txId: paid.txId, family }),
  };
}

/** The chain of a step: the destination for a claim, otherwise the source. */
export function chainOf({ from, to }: Job, step: StepKind): ChainName {
  return step === 'claim' ? to.chain : from.chain;
}

/** The key of a step's account for the mutex and for batches. */
export function accountKey(job: Job, step: StepKind): string {
  return `${job.wallet.id}:${chainOf(job, step)}`;
}

/** Reads balances and fees and plans the step; reserves nothing. */
export function planStep(
  context: ExecutorContext<AllowanceStore>,
  snapshot: Snapshot,
  request: StepRequest,
): Promise<Plan> {
  const adapter = adapterOf(context, chainOf(snapshot.swap.job, request.step));
  switch (request.step) {
    case 'swap':
    case 'deposit':
      return planPayment(context, adapter, snapshot, request);
    case 'approve':
    case 'revoke':
      return planAllowance(context, adapter, snapshot, request);
    case 'refund':
    case 'claim':
      return planRecovery(context, adapter, snapshot, request);
    default:
      return assertNever(request, 'step');
  }
}

async function planPayment(
  context: ExecutorContext<AllowanceStore>,
  adapter: ChainAdapter,
  snapshot: Snapshot,
  { step, order }: Extract<StepDecision, { step: 'swap' | 'deposit' }>,
): Promise<Plan> {
  const { wallet, from, amount } = snapshot.swap.job;
  if (!order.transaction)
    throw new FerrymanError('ROUTER_QUOTE_EXPIRED', 'the order has no transaction');
  const native = isNativeToken(adapter.chain, from.token);
  // If the transaction needs no inputs, its fee is estimated in one request with the balances.
  const early = adapter.inputs
    ? undefined
    : estimateFee(adapter, wallet.address, order.transaction);
  const balances = await readFunds(adapter, snapshot.swap.job, order.transaction, early);
  // Checked before the estimate, which only says that a transaction without balance reverts.
  const shortage = await findShortage(context, snapshot.swap.job, balances);
  if (shortage) return { kind: 'refused', observation: shortage };
  const transaction =
    (await adapter.inputs?.choose(wallet.address, order.transaction)) ?? order.transaction;
  const coins = coinsOf(adapter, balances);
  const value = await adapter.valueOf(transaction, wallet.address);
  if (coins < value) {
    const what = native ? 'balance' : 'gas';
    return {
      kind: 'refused',
      observation: insufficient(adapter, { what, available: coins, needed: value }),
    };
  }
  const need =
    order.spender !== undefined && !native
      ? { token: from.token, spender: order.spender, amount }
      : undefined;
  const estimate = await (early ?? estimateFee(adapter, wallet.address, transaction));
  const fee = await feeOfPayment(context, snapshot, estimate, need);
  return {
    kind: 'planned',
    step: {
      kind: step,
      chain: adapter.chain.name,
      orderId: order.id,
      transaction: () => transaction,
      intent: () => paymentIntent(order),
      fee,
      balances,
      ...(need ? { need } : {}),
    },
  };
}

/** A failed estimate is thrown only after the balances are checked. */
type Estimate = { fee: Fee } | { cause: unknown };

async function estimateFee(
  adapter: ChainAdapter,
  account: string,
  transaction: TransactionObject,
): Promise<Estimate> {
  try {
    return { fee: await adapter.estimateFee(account, transaction) };
  } catch (cause) {
    return { cause };
  }
}

/**
 * Balances of a recent block, or, if those do not suffice, of the newest one, which has just
 * received funds.
 */
async function readFunds(
  adapter: ChainAdapter,
  { wallet: { address }, from, amount }: Job,
  transaction: TransactionObject,
  early: Promise<Estimate> | undefined,
): Promise<BalancesAtBlock> {
  if (!early) return readBalances(adapter, address, from.token);
  const [balances, estimate] = await Promise.all([
    readBalances(adapter, address, from.token, maxHeadAge(adapter.chain)),
    early,
  ]);
  const fee = 'fee' in estimate ? maximumFee(estimate.fee) : 0n;
  const suffices =
    (balances.balances.get(from.token) ?? 0n) >= amount &&
    coinsOf(adapter, balances) >= (await adapter.valueOf(transaction, address)) + fee;
  return suffices ? balances : readBalances(adapter, address, from.token);
}

function coinsOf({ chain }: ChainAdapter, { balances }: BalancesAtBlock): bigint {
  return balances.get(chain.nativeToken.address) ?? 0n;
}

/**
 * If the payment reverts, its allowance may be lower than the journal knows: reads it again for the
 * next order.
 */
async function feeOfPayment(
  context: ExecutorContext<AllowanceStore>,
  snapshot: Snapshot,
  estimate: Estimate,
  need: PlannedStep['need'],
): Promise<Fee> {
  if ('fee' in estimate) return estimate.fee;
  const { cause } = estimate;
  if (need && reverts(cause)) await readAllowance(context, snapshot, need);
  throw cause;
}

function reverts(cause: unknown): cause is FerrymanError {
  return cause instanceof FerrymanError && cause.code === 'TRANSACTION_REVERTS';
}

async function planAllowance(
  context: ExecutorContext<AllowanceStore>,
  adapter: ChainAdapter,
  snapshot: Snapshot,
  { step, token, spender }: Extract<StepDecision, { token: TokenAddress }>,
): Promise<Plan> {
  const { wallet, amount, from } = snapshot.swap.job;
  const { symbol, decimals } = from;
  if (step === 'approve') await readEarlierAllowances(context, snapshot, { token, spender });
  const { approve } = allowancesOf(adapter);
  const build = (value: bigint): TransactionObject => approve(token, spender, value);
  const [balances, estimate] = await Promise.all([
    readBalances(adapter, wallet.address, token),
    estimateFee(adapter, wallet.address, build(step === 'revoke' ? 0n : amount)),
  ]);
  // Approving a payment that the wallet cannot make would waste the fee.
  const shortage =
    step === 'approve' ? await findShortage(context, snapshot.swap.job, balances) : undefined;
  if (shortage) return { kind: 'refused', observation: shortage };
  if ('fee' in estimate) {
    const order = orderOf({ spender }, snapshot.order);
    return {
      kind: 'planned',
      step: {
        kind: step,
        chain: adapter.chain.name,
        ...(step === 'approve' && order ? { orderId: order.id } : {}),
        transaction: build,
        intent: (value) => allowanceIntent(step, { token, spender, value }, order?.provider),
        fee: estimate.fee,
        balances,
        sets: { token, spender, symbol, decimals },
      },
    };
  }
  const { cause } = estimate;
  if (step === 'revoke' || !reverts(cause)) throw cause;
  const reason = { code: cause.code, message: cause.message };
  // Stored, too: until then a payment that has used the allowance counts as in flight.
  const { value: standing } = await readAllowance(context, snapshot, { token, spender });
  return { kind: 'refused', observation: { kind: 'approve_reverts', standing, reason } };
}

/**
 * Reads what this swap approved to other spenders: the journal approves nothing more if that was
 * used by no payment of ours.
 */
async function readEarlierAllowances(
  context: ExecutorContext<AllowanceStore>,
  snapshot: Snapshot,
  { token, spender }: { token: TokenAddress; spender: string },
): Promise<void> {
  const earlier = snapshot.steps.flatMap(({ kind, outcome, allowance }) =>
    kind === 'approve' &&
    outcome !== 'dead' &&
    allowance?.token === token &&
    allowance.spender !== spender
      ? [allowance.spender]
      : [],
  );
  for (const other of new Set(earlier))
    await readAllowance(context, snapshot, { token, spender: other });
}

async function planRecovery(
  { policy }: ExecutorContext,
  adapter: ChainAdapter,
  { swap }: Snapshot,
  { step, order, transaction }: RecoveryRequest,
): Promise<Plan> {
  const { address } = swap.job.wallet;
  const [balances, fee] = await Promise.all([
    readBalances(adapter, address, adapter.chain.nativeToken.address),
    adapter.estimateFee(address, transaction),
  ]);
  return {
    kind: 'planned',
    step: {
      kind: step,
      chain: adapter.chain.name,
      transaction: () => transaction,
      intent: () => recoveryIntent(step, { job: swap.job, order, transaction, policy }),
      fee,
      balances,
    },
  };
}
