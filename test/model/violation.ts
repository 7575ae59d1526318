import { isEnd, isPayment } from '../../src/core/swap/swap.ts';
import { landedPayments, userOf } from './chain.ts';
import type { LeaseRecord, StepRecord, SwapRecord } from './journal-state.ts';
import type { World } from './world.ts';

/** What is wrong with a world that has come to rest; `undefined`: nothing. */
export function findViolation(world: World): string | undefined {
  const { swaps } = world.journal.state;
  for (const [index, record] of swaps.entries()) {
    const wrong = wrongReport(record, landedPayments(world.chain, index).length);
    if (wrong) return `${record.swap.id} ${wrong}`;
  }
  for (const { swap, steps } of swaps) {
    for (const step of steps) {
      const wrong = step.lease && wrongLease(world, step, step.lease);
      if (wrong) return `${swap.id}: the lease of nonce ${step.lease?.nonce} ${wrong}`;
    }
  }
  return signedTwice(world) ?? sentUncommitted(world) ?? slotLost(world);
}

function wrongReport({ swap }: SwapRecord, landed: number): string | undefined {
  const { state, fundsState } = swap;
  if (landed > 1) return 'was paid twice';
  if (landed === 0) {
    return state === 'settled' || fundsState === 'moved'
      ? `is ${state} and was not paid`
      : undefined;
  }
  if (isEnd(state) && state !== 'settled') return `is ${state} and was paid`;
  return fundsState === 'untouched' ? `was paid and is called ${fundsState}` : undefined;
}

/** A lease is let go with a proof, and what the proof says is what the chain shows in the end. */
function wrongLease(
  world: World,
  { kind, outcome, proofId }: StepRecord,
  lease: LeaseRecord,
): string | undefined {
  const user = userOf(world.chain, lease.nonce);
  const own = lease.attempts.find(({ txId }) => txId === user?.id);
  switch (lease.state) {
    case 'held':
      return 'is still held';
    case 'signed':
      return 'is still signed';
    case 'void':
      return world.committed.some(({ leaseId }) => leaseId === lease.id) && !world.isRestored
        ? 'was given back, and something was signed under it'
        : undefined;
    case 'expired':
      return 'is called expired, and nonces do not expire';
    case 'dead':
      return proofId && user && !own ? undefined : 'is called dead without a stranger who used it';
    case 'consumed': {
      if (!proofId || !own) return 'is called consumed, and none of its attempts has used it';
      const succeeded = world.chain.included.get(own.txId)?.succeeded;
      const happened = own.kind === 'cancel' ? 'dead' : succeeded ? 'landed' : 'reverted_final';
      return isPayment(kind) && outcome !== happened
        ? `ended as ${outcome}, but it was ${happened}`
        : undefined;
    }
    default:
      return `is ${lease.state satisfies never}`;
  }
}

/** What has come to rest holds no slot, and nothing waits for one. */
function slotLost({ journal }: World): string | undefined {
  const stuck = journal.state.swaps.find(({ place }) => place !== 'none');
  return (
    stuck &&
    `${stuck.swap.id} is at rest, and ${stuck.place === 'slot' ? 'holds a slot of its lane' : 'waits in its lane'}`
  );
}

/** A nonce belongs to one lease, from its first signature on. */
function signedTwice({ committed, isRestored }: World): string | undefined {
  if (isRestored) return undefined;
  for (const { nonce, leaseId } of committed) {
    const other = committed.find((one) => one.nonce === nonce && one.leaseId !== leaseId);
    if (other) return `nonce ${nonce} was signed under ${leaseId} and under ${other.leaseId}`;
  }
  return undefined;
}

/** Journal before broadcast. */
function sentUncommitted({ chain, committed }: World): string | undefined {
  const sent = chain.known.find(
    ({ id, isForeign }) => !isForeign && !committed.some(({ txId }) => txId === id),
  );
  return sent && `${sent.id} was sent and never committed`;
}
