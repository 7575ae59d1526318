import { capsOn } from '../../core/caps/budgets.ts';
import type { Observation } from '../../core/decide/decision.ts';
import type { LeaseRefusal } from '../../core/decide/lease-refusal.ts';
import { isNativeToken } from '../../core/swap/chains.ts';
import type { LeaseId } from '../../core/swap/ids.ts';
import { isPayment, type LeaseTerms, type Snapshot } from '../../core/swap/swap.ts';
import { maximumFee, type TransactionObject } from '../../core/swap/transaction-object.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import type { MarketPrices } from '../../ports/prices.ts';
import type { LeaseRequest } from '../../ports/stores/signing-records.ts';
import type { SigningStore } from '../../ports/stores/signing-store.ts';
import { readPrices } from '../../signer/read-prices.ts';
import { compareAccount } from '../compare-account.ts';
import type { Comparison } from '../compare-journal.ts';
import { adapterOf, type ExecutorContext, type SigningLogStores } from '../context.ts';
import { verifyJournal } from '../verify-journal.ts';
import type { PlannedStep, SwapStep } from './swap-step.ts';

/** A step under its lease, with the parts of its bytes. */
export interface LeasedStep extends SwapStep {
  /** The comparison of journal and signing log just before the lease; signing relies on it. */
  comparison: Comparison;
  leaseId: LeaseId;
  terms: LeaseTerms;
  /** The account's next nonce on the chain; absent if the chain has no nonces. */
  chainNonce?: bigint;
  transaction: TransactionObject;
  intent: ReturnType<PlannedStep['intent']>;
  /** By which caps in US dollars are reserved; the guard judges by the same. */
  prices: MarketPrices | undefined;
}

type LeaseOutcome =
  | { kind: 'leased'; leased: LeasedStep }
  | { kind: 'refused'; observation: Observation };

/** Reserves the most that the step can take, and leases its position on the chain. */
export async function leaseStep(
  context: ExecutorContext<SigningStore & SigningLogStores>,
  step: SwapStep,
): Promise<LeaseOutcome> {
  const { wallet } = step.snapshot.swap.job;
  const adapter = adapterOf(context, step.planned.chain);
  const reading = pricesToReserve(context, step);
  // First, so that a journal rollback is reported as such, not as an external transaction.
  const comparison = await verifyJournal(context);
  const counted = await readNextNonce(adapter, wallet.address);
  const prices = await reading;
  const request = await leaseRequest(context, adapter, { ...step, ...counted, prices });
  let lease = await context.journal.lease(request);
  if (lease.kind === 'refused' && lease.refusal.kind === 'account_not_compared') {
    await compareAccount(context, adapter, wallet, comparison.epoch);
    lease = await context.journal.lease(request);
  }
  if (lease.kind === 'refused')
    return { kind: 'refused', observation: refused(adapter, lease.refusal) };
  const { leaseId, terms, allowanceValue = 0n } = lease;
  const { planned } = step;
  return {
    kind: 'leased',
    leased: {
      ...step,
      ...counted,
      prices,
      comparison,
      leaseId,
      terms,
      transaction: planned.transaction(allowanceValue),
      intent: planned.intent(allowanceValue),
    },
  };
}

export async function readNextNonce(
  { accounts }: ChainAdapter,
  address: string,
): Promise<{ chainNonce?: bigint }> {
  return accounts.kind === 'counted' ? { chainNonce: await accounts.nextNonce(address) } : {};
}

export function refused({ chain }: ChainAdapter, refusal: LeaseRefusal): Observation {
  return { kind: 'refused', refusal, coin: chain.nativeToken };
}

export async function leaseRequest(
  { holder, policy, guard, calendar }: ExecutorContext,
  adapter: ChainAdapter,
  { snapshot, planned, chainNonce, prices }: SwapStep & Pick<LeasedStep, 'chainNonce' | 'prices'>,
): Promise<LeaseRequest> {
  const { id, version, job } = snapshot.swap;
  const { order } = snapshot;
  const caps =
    order && isPayment(planned.kind)
      ? guard.capsOf({ chain: adapter.chain, job, order, ...(prices ? { prices } : {}) })
      : undefined;
  return {
    swapId: id,
    version,
    kind: planned.kind,
    ...(planned.orderId ? { orderId: planned.orderId } : {}),
    chain: planned.chain,
    walletId: job.wallet.id,
    account: job.wallet.address,
    ...(chainNonce === undefined ? {} : { chainNonce }),
    ...(adapter.inputs ? { outpoints: adapter.inputs.of(planned.transaction(0n)) } : {}),
    balances: planned.balances,
    reserve: await reservations(snapshot, planned, adapter),
    nativeToken: adapter.chain.nativeToken.address,
    ...(planned.need ? { need: planned.need } : {}),
    ...(planned.sets ? { sets: planned.sets } : {}),
    ...(caps ? { caps: calendar ? { ...caps, at: calendar.now() } : caps } : {}),
    holder,
    hold: policy.leaseHold,
  };
}

/** Which `Prices` keeps for a while, so the guard's judgement of the order has often read them. */
export async function pricesToReserve(
  context: ExecutorContext,
  { snapshot, planned }: SwapStep,
): Promise<MarketPrices | undefined> {
  const { guard } = context;
  const caps = capsOn(guard.caps, snapshot.swap.job);
  if (!isPayment(planned.kind) || !caps.some(({ bound }) => bound.unit === 'usd')) return undefined;
  const { chain } = adapterOf(context, planned.chain);
  return readPrices(context, chain, snapshot.swap.job);
}

/** The most that the step can take from the wallet: source token, native value, network fee. */
export async function reservations(
  { swap }: Snapshot,
  planned: PlannedStep,
  adapter: ChainAdapter,
) {
  const { from, amount } = swap.job;
  const paysToken = isPayment(planned.kind) && !isNativeToken(adapter.chain, from.token);
  const value = await adapter.valueOf(planned.transaction(0n), swap.job.wallet.address);
  const coins = value + maximumFee(planned.fee);
  return [
    ...(paysToken ? [{ token: from.token, amount }] : []),
    { token: adapter.chain.nativeToken.address, amount: coins },
  ];
}
