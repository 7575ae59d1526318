import { isNativeToken } from '../../core/chains.ts';
import type { Observation } from '../../core/decision.ts';
import type { LeaseId, SwapId } from '../../core/ids.ts';
import { isCrossChain } from '../../core/job.ts';
import type { LeaseTerms, Snapshot } from '../../core/swap.ts';
import { maximumFee } from '../../core/transaction-object.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import type { ChainAdapter, UnsignedTransaction } from '../../ports/chain-adapter.ts';
import type { CommitRequest, JoinedPayment, LeaseRequest } from '../../ports/signing-records.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { verifyJournal } from '../verify-journal.ts';
import { broadcastAttempt } from './broadcast-attempt.ts';
import { commitAttempt } from './commit-attempt.ts';
import { judgeStep, objection, signStep } from './judge-and-sign.ts';
import type { PlannedStep } from './plan-step.ts';

/** A step of a swap that is to be put on its chain. */
export interface Candidate {
  snapshot: Snapshot;
  planned: PlannedStep;
}

/** What came of it for one swap: what `decide` is told, or what was thrown. */
export type Outcome = { observation: Observation } | { error: unknown };

/** A candidate under the lease, with what its bytes are to be made of. */
interface Member extends Candidate {
  transaction: ReturnType<PlannedStep['transaction']>;
  intent: ReturnType<PlannedStep['intent']>;
}

interface Leased {
  leaseId: LeaseId;
  terms: LeaseTerms;
  members: readonly [Member, ...Member[]];
}

/**
 * Puts steps of one wallet on their chain in one transaction, each of its own swap; mostly it is one. Whom something is wrong with stays out,
 * and the others try again without it.
 */
export async function leaseAndSend(
  context: ExecutorContext,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<SwapId, Outcome>> {
  const outcomes = new Map<SwapId, Outcome>();
  const left = (): Candidate[] => candidates.filter(({ snapshot }) => !outcomes.has(snapshot.swap.id));
  for (let [first, ...others] = left(); first; [first, ...others] = left()) {
    const told = outcomes.size;
    const old = [first, ...others].filter((candidate) => isTooOld(context, candidate));
    for (const { snapshot } of old) outcomes.set(snapshot.swap.id, { observation: { kind: 'none' } });
    if (old.length > 0) continue;
    const tell = ({ snapshot }: Candidate, outcome: Outcome): void => void outcomes.set(snapshot.swap.id, outcome);
    try {
      await tryTogether(context, [first, ...others], tell);
    } catch (error) {
      // What is nobody's own is the first one's: the next round begins with another.
      if (outcomes.size === told) tell(first, { error });
    }
  }
  return outcomes;
}

/** A payment that its order is not signed for any more. */
function isTooOld({ clock }: Pick<ExecutorContext, 'clock'>, { snapshot, planned }: Candidate): boolean {
  return planned.kind === 'swap' && clock.now() >= (snapshot.order?.signBy ?? 0);
}

/** One round; tells at least one of them what came of it. Until the commit all that was leased goes back on a failure. */
async function tryTogether(
  context: ExecutorContext,
  candidates: readonly [Candidate, ...Candidate[]],
  tell: (candidate: Candidate, outcome: Outcome) => void,
): Promise<void> {
  const leased = await leaseAll(context, candidates, tell);
  if (!leased) return;
  const { leaseId, terms, members } = leased;
  const [first, ...others] = members;
  const { chain } = first.planned;
  await context.checkpoint('lease-taken');

  const parts: UnsignedTransaction[] = [];
  for (const member of members) {
    const judged = await own(context, leaseId, member, tell, () =>
      judgeStep(context, {
        chain,
        job: member.snapshot.swap.job,
        feeSpent: member.snapshot.swap.feeSpent,
        lease: { account: first.snapshot.swap.job.wallet.address, terms: ending(terms, parts[0]) },
        transaction: member.transaction,
        fee: member.planned.fee,
        intent: member.intent,
      }),
    );
    if (judged.kind === 'judged') {
      await context.journal.voidLease({ leaseId, reason: judged.reason });
      // Sleeping over its end makes an order unfit, and nobody's order bad: another one is asked for.
      return tell(member, { observation: isTooOld(context, member) ? { kind: 'none' } : judged });
    }
    parts.push(judged.unsigned);
  }
  const together = await giveBackOnFailure(context, leaseId, () => signTogether(context, leased, parts));
  if (together.kind === 'judged') {
    await context.journal.voidLease({ leaseId, reason: together.reason });
    for (const member of members) tell(member, { observation: together });
    return;
  }
  const anchors: (bigint | undefined)[] = [];
  for (const member of members) {
    anchors.push(await own(context, leaseId, member, tell, () => destinationHead(context, member)));
  }
  const { swap } = first.snapshot;
  const committed = await commitAttempt(context, {
    swapId: swap.id,
    leaseId,
    chain,
    holder: context.holder,
    kind: 'pay',
    ...(first.planned.orderId ? { orderId: first.planned.orderId } : {}),
    txId: together.signed.txId,
    bytes: together.signed.bytes,
    fee: together.fee,
    ...(together.expires === undefined ? {} : { expires: together.expires }),
    ...(anchors[0] === undefined ? {} : { destinationAnchor: anchors[0] }),
    ...(others.length > 0 ? { joined: others.map((member, index) => joinedPayment(member, anchors[index + 1])) } : {}),
  } satisfies CommitRequest & { chain: string });
  if (committed.kind === 'refused') {
    // The signed bytes are forgotten here; the lease may already be somebody else's.
    if (committed.why !== 'lease_lost') {
      await context.journal.voidLease({ leaseId, reason: { code: 'COMMIT_REFUSED', message: committed.why } });
    }
    const refused = members.find(({ snapshot }) => snapshot.swap.id === committed.joined) ?? first;
    return tell(refused, { observation: { kind: 'none' } });
  }
  const outcome = await outcomeOf(() =>
    broadcastAttempt(context, chain, { id: committed.attemptId, ...together.signed }),
  );
  for (const member of members) tell(member, outcome);
}

async function outcomeOf(task: () => Promise<Observation>): Promise<Outcome> {
  try {
    return { observation: await task() };
  } catch (error) {
    return { error };
  }
}

/** Leases for the first, and has the others join. */
async function leaseAll(
  context: ExecutorContext,
  [first, ...others]: readonly [Candidate, ...Candidate[]],
  tell: (candidate: Candidate, outcome: Outcome) => void,
): Promise<Leased | undefined> {
  const adapter = adapterOf(context, first.planned.chain);
  const coin = adapter.chain.nativeToken;
  // First, so that a journal that went back is called that, and not a wallet that someone else uses.
  await verifyJournal(context);
  const chainNonce = await adapter.nextNonce?.(first.snapshot.swap.job.wallet.address);
  const lease = await context.journal.lease(leaseRequest(context, adapter, first, chainNonce));
  if (lease.kind === 'refused') {
    tell(first, { observation: { kind: 'refused', refusal: lease.refusal, coin } });
    return undefined;
  }
  const { leaseId, terms } = lease;
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
  return { leaseId, terms, members };
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
    ...(adapter.coinsOf ? { outpoints: adapter.coinsOf(planned.transaction(0n)) } : {}),
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
  const paysToken = planned.kind === 'swap' && !isNativeToken(adapter.chain, from.token);
  const coins = adapter.valueOf(planned.transaction(0n), swap.job.wallet.address) + maximumFee(planned.fee);
  return [
    ...(paysToken ? [{ token: from.token, amount }] : []),
    { token: adapter.chain.nativeToken.address, amount: coins },
  ];
}

/** All parts end when the first of them does, or they would not be one transaction. */
function ending(terms: LeaseTerms, first: UnsignedTransaction | undefined): LeaseTerms {
  return terms.kind === 'seqno' && first?.expires !== undefined ? { ...terms, expires: first.expires } : terms;
}

/** The one transaction as it was judged; or that of all parts, of which the guard has seen that it is these and nothing else. */
async function signTogether(
  context: ExecutorContext,
  { terms, members }: Leased,
  parts: readonly UnsignedTransaction[],
) {
  const [{ planned, snapshot }] = members;
  const { job } = snapshot.swap;
  const [only, ...more] = parts;
  if (!only) throw new FerrymanError('INTERNAL', 'there is nothing to be signed');
  const step = { chain: planned.chain, job };
  if (more.length === 0) return signStep(context, step, only);
  const { sharing, prepare } = adapterOf(context, planned.chain);
  if (!sharing) throw new FerrymanError('INTERNAL', `payments on ${planned.chain} go one by one`);
  const whole = await prepare({
    account: job.wallet.address,
    terms: ending(terms, only),
    transaction: sharing.together(members.map(({ transaction }) => transaction)),
    fee: sharing.sum(parts.map(({ fee }) => fee)),
  });
  const verdict = context.guard.judgeShared(whole, parts);
  return verdict.kind === 'allow' ? signStep(context, step, whole) : objection(context, 'swap', verdict);
}

function joinedPayment({ snapshot, planned }: Member, anchor: bigint | undefined): JoinedPayment {
  if (!planned.orderId) throw new FerrymanError('INTERNAL', 'only payments of orders go together');
  return {
    swapId: snapshot.swap.id,
    orderId: planned.orderId,
    ...(anchor === undefined ? {} : { destinationAnchor: anchor }),
  };
}

/** Read as late as possible before a payment across chains: what is older than the payment cannot be its payout. */
async function destinationHead(
  context: ExecutorContext,
  { snapshot: { swap }, planned }: Candidate,
): Promise<bigint | undefined> {
  if (planned.kind !== 'swap' || !isCrossChain(swap.job)) return undefined;
  return (await adapterOf(context, swap.job.to.chain).head()).latest;
}

/** What fails for one member is its own affair: the others go on without it. */
async function own<Result>(
  context: ExecutorContext,
  leaseId: LeaseId,
  member: Member,
  tell: (candidate: Candidate, outcome: Outcome) => void,
  task: () => Promise<Result>,
): Promise<Result> {
  try {
    return await giveBackOnFailure(context, leaseId, task);
  } catch (error) {
    tell(member, { error });
    throw error;
  }
}

/** Between lease and commit nothing can have been sent, so any failure may give the lease back. */
async function giveBackOnFailure<Result>(
  context: ExecutorContext,
  leaseId: LeaseId,
  task: () => Promise<Result>,
): Promise<Result> {
  try {
    return await task();
  } catch (cause) {
    const { code, message } = toFerrymanError(cause);
    await context.journal.voidLease({ leaseId, reason: { code, message } });
    throw cause;
  }
}
