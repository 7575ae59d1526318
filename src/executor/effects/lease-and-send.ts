import type { Observation } from '../../core/decide/decision.ts';
import type { LeaseId, SwapId } from '../../core/swap/ids.ts';
import { isTooOldToSign } from '../../core/swap/is-too-old-to-sign.ts';
import { paysOutElsewhere } from '../../core/swap/job.ts';
import { isPayment } from '../../core/swap/swap.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import type { UnsignedTransaction } from '../../ports/chain-adapter.ts';
import type { CommitRequest, JoinedPayment } from '../../ports/stores/signing-records.ts';
import type { SigningStore } from '../../ports/stores/signing-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { broadcastAttempt, type SendStores } from './broadcast-attempt.ts';
import type { Candidate, Outcome, Tell } from './candidate.ts';
import { commitAttempt } from './commit-attempt.ts';
import { judgeStep } from './judge-step.ts';
import { type Leased, leaseSteps, type Member } from './lease-steps.ts';
import { ending, signTogether } from './sign-together.ts';

/**
 * Puts steps of one wallet on their chain in one transaction, each of its own swap; mostly it is one. Whom something is wrong with stays out,
 * and the others try again without it.
 */
export async function leaseAndSend(
  context: ExecutorContext<SendStores>,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<SwapId, Outcome>> {
  const outcomes = new Map<SwapId, Outcome>();
  const left = (): Candidate[] => candidates.filter(({ snapshot }) => !outcomes.has(snapshot.swap.id));
  for (let [first, ...others] = left(); first; [first, ...others] = left()) {
    const told = outcomes.size;
    const old = [first, ...others].filter((candidate) => isTooOld(context, candidate));
    for (const { snapshot } of old) outcomes.set(snapshot.swap.id, { observation: { kind: 'none' } });
    if (old.length > 0) continue;
    const tell: Tell = ({ snapshot }, outcome) => void outcomes.set(snapshot.swap.id, outcome);
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
  return isPayment(planned.kind) && isTooOldToSign(snapshot.order ?? {}, clock.now());
}

/** One round; tells at least one of them what came of it. Until the commit all that was leased goes back on a failure. */
async function tryTogether(
  context: ExecutorContext<SendStores>,
  candidates: readonly [Candidate, ...Candidate[]],
  tell: Tell,
): Promise<void> {
  const leased = await leaseSteps(context, candidates, tell);
  if (!leased) return;
  const { leaseId, members } = leased;
  const [first, ...others] = members;
  const { chain } = first.planned;
  await context.checkpoint('lease-taken');

  const parts = await judgeParts(context, leased, tell);
  if (!parts) return;
  const together = await giveBackOnFailure(context, leaseId, () => signTogether(context, leased, parts));
  if (together.kind === 'judged') {
    await context.journal.voidLease({ leaseId, reason: together.reason });
    for (const member of members) tell(member, { observation: together });
    return;
  }
  const anchors: (bigint | undefined)[] = [];
  for (const member of members) {
    anchors.push(await forMember(context, leaseId, member, tell, () => destinationHead(context, member)));
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
    broadcastAttempt(
      context,
      chain,
      { id: committed.attemptId, ...together.signed },
      { until: sendableUntil(members) },
    ),
  );
  for (const member of members) tell(member, outcome);
}

/** The bytes of each, judged for its own swap; nothing where the guard objects to one, which is told so. */
async function judgeParts(
  context: ExecutorContext<SigningStore>,
  { leaseId, terms, members }: Leased,
  tell: Tell,
): Promise<readonly UnsignedTransaction[] | undefined> {
  const [{ planned, snapshot }] = members;
  const { address: account } = snapshot.swap.job.wallet;
  const parts: UnsignedTransaction[] = [];
  for (const member of members) {
    const judged = await forMember(context, leaseId, member, tell, () =>
      judgeStep(context, {
        chain: planned.chain,
        job: member.snapshot.swap.job,
        feeSpent: member.snapshot.swap.feeSpent,
        lease: { account, terms: ending(terms, parts[0]) },
        transaction: member.transaction,
        fee: member.planned.fee,
        intent: member.intent,
      }),
    );
    if (judged.kind === 'judged') {
      await context.journal.voidLease({ leaseId, reason: judged.reason });
      // Sleeping over its end makes an order unfit, and nobody's order bad: another one is asked for.
      tell(member, { observation: isTooOld(context, member) ? { kind: 'none' } : judged });
      return undefined;
    }
    parts.push(judged.unsigned);
  }
  return parts;
}

/** Until when all of them may be sent; nothing where they pay for no order. */
function sendableUntil(members: readonly Candidate[]): number | undefined {
  const until = members.flatMap(({ snapshot, planned }) =>
    isPayment(planned.kind) ? (snapshot.order?.goodUntil ?? []) : [],
  );
  return until.length > 0 ? Math.min(...until) : undefined;
}

async function outcomeOf(task: () => Promise<Observation>): Promise<Outcome> {
  try {
    return { observation: await task() };
  } catch (error) {
    return { error };
  }
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
  if (!isPayment(planned.kind) || !paysOutElsewhere(swap.job) || swap.job.to.reportedOnly) return undefined;
  return (await adapterOf(context, swap.job.to.chain).head()).latest;
}

/** What fails for one member is its own affair: the others go on without it. */
async function forMember<Result>(
  context: ExecutorContext<SigningStore>,
  leaseId: LeaseId,
  member: Member,
  tell: Tell,
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
  context: ExecutorContext<SigningStore>,
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
