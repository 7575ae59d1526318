import { isNativeToken } from '../../core/swap/chains.ts';
import type { LeaseId } from '../../core/swap/ids.ts';
import { isPayment, type LeaseTerms, type Snapshot } from '../../core/swap/swap.ts';
import { maximumFee } from '../../core/swap/transaction-object.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import type { LeaseRequest } from '../../ports/stores/signing-records.ts';
import type { SigningStore } from '../../ports/stores/signing-store.ts';
import { compareAccount } from '../compare-account.ts';
import type { Comparison } from '../compare-journal.ts';
import { adapterOf, type ExecutorContext, type SigningLogStores } from '../context.ts';
import { verifyJournal } from '../verify-journal.ts';
import type { Candidate, Tell } from './candidate.ts';
import type { PlannedStep } from './plan-step.ts';

/** A candidate under the lease, with what its bytes are to be made of. */
export interface Member extends Candidate {
  transaction: ReturnType<PlannedStep['transaction']>;
  intent: ReturnType<PlannedStep['intent']>;
}

/** One lease, and the steps that go under it: mostly one. */
export interface Leased {
  /** What the journal was found to be just before the lease was taken: what is signed under it rests on that. */
  comparison: Comparison;
  /** Of the wallet. */
  keyRef: string;
  leaseId: LeaseId;
  terms: LeaseTerms;
  members: readonly [Member, ...Member[]];
}

/** Leases for the first, and has the others join. Whoever is refused is told so; nothing where that is the first. */
export async function leaseSteps(
  context: ExecutorContext<SigningStore & SigningLogStores>,
  [first, ...others]: readonly [Candidate, ...Candidate[]],
  tell: Tell,
): Promise<Leased | undefined> {
  const adapter = adapterOf(context, first.planned.chain);
  const coin = adapter.chain.nativeToken;
  // First, so that a journal that went back is called that, and not a wallet that someone else uses.
  const comparison = await verifyJournal(context);
  const { accounts } = adapter;
  const { address } = first.snapshot.swap.job.wallet;
  const chainNonce = accounts.kind === 'counted' ? await accounts.nextNonce(address) : undefined;
  const request = leaseRequest(context, adapter, first, chainNonce);
  let lease = await context.journal.lease(request);
  if (lease.kind === 'refused' && lease.refusal.kind === 'account_not_compared') {
    await compareAccount(context, adapter, first.snapshot.swap.job.wallet, comparison.epoch);
    lease = await context.journal.lease(request);
  }
  if (lease.kind === 'refused') {
    tell(first, { observation: { kind: 'refused', refusal: lease.refusal, coin } });
    return undefined;
  }
  const { leaseId, terms, keyRef } = lease;
  const members: [Member, ...Member[]] = [memberOf(first, lease.allowanceValue)];
  for (const candidate of others) {
    try {
      const request = { ...leaseRequest(context, adapter, candidate, chainNonce), leaseId };
      const joined = await context.journal.joinLease(request);
      if (joined.kind === 'leased') members.push(memberOf(candidate));
      else tell(candidate, { observation: { kind: 'refused', refusal: joined.refusal, coin } });
    } catch (error) {
      tell(candidate, { error });
    }
  }
  return { comparison, keyRef, leaseId, terms, members };
}

function memberOf(candidate: Candidate, allowanceValue = 0n): Member {
  const { planned } = candidate;
  return { ...candidate, transaction: planned.transaction(allowanceValue), intent: planned.intent(allowanceValue) };
}

function leaseRequest(
  { holder, policy }: ExecutorContext,
  adapter: ChainAdapter,
  { snapshot, planned }: Candidate,
  chainNonce: bigint | undefined,
): LeaseRequest {
  const { id, version, job } = snapshot.swap;
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
    reserve: reservations(snapshot, planned, adapter),
    nativeToken: adapter.chain.nativeToken.address,
    ...(planned.need ? { need: planned.need } : {}),
    ...(planned.sets ? { sets: planned.sets } : {}),
    holder,
    hold: policy.leaseHold,
  };
}

/** What the step can take from the wallet at most: the source token, native value, and the network fee. */
function reservations({ swap }: Snapshot, planned: PlannedStep, adapter: ChainAdapter) {
  const { from, amount } = swap.job;
  const paysToken = isPayment(planned.kind) && !isNativeToken(adapter.chain, from.token);
  const coins = adapter.valueOf(planned.transaction(0n), swap.job.wallet.address) + maximumFee(planned.fee);
  return [
    ...(paysToken ? [{ token: from.token, amount }] : []),
    { token: adapter.chain.nativeToken.address, amount: coins },
  ];
}
