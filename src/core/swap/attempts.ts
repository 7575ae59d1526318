import type { BlockReference } from './block-reference.ts';
import type { Attempt, Lease, ObservedPayout, Step } from './swap.ts';

/** The attempt that was signed last. */
export function newestAttempt({ attempts }: Lease): Attempt | undefined {
  return attempts.reduce<Attempt | undefined>(
    (a, b) => (a === undefined || b.seq > a.seq ? b : a),
    undefined,
  );
}

/** When the first of a lease's attempts was signed, in milliseconds since the epoch. */
export function firstSigned({ attempts }: Pick<Lease, 'attempts'>): number {
  return Math.min(...attempts.map(({ signedAt }) => signedAt));
}

/** The attempt of a step that is in a block, succeeded and is not a cancel. */
export function landedAttempt({ lease }: Step): Attempt | undefined {
  return lease?.attempts.find(
    ({ kind, inclusion }) =>
      kind !== 'cancel' &&
      (inclusion.status === 'included' || inclusion.status === 'final') &&
      inclusion.succeeded,
  );
}

/** The same, if its block is irreversible. */
export function finalAttempt(step: Step): { txId: string; block: BlockReference } | undefined {
  const attempt = landedAttempt(step);
  if (attempt?.inclusion.status !== 'final') return undefined;
  return { txId: attempt.txId, block: attempt.inclusion.block };
}

/**
 * The payout observed in the block that now includes the landed attempt. `undefined`: nobody has
 * read that block for it yet.
 */
export function observedPayoutOf(step: Step): ObservedPayout | undefined {
  const { sighting, inclusion } = landedAttempt(step) ?? {};
  return sighting &&
    inclusion &&
    'block' in inclusion &&
    inclusion.block.hash === sighting.block.hash
    ? sighting
    : undefined;
}
