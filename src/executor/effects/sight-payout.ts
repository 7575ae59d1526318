import { landedAttempt } from '../../core/attempts.ts';
import type { Decision, Observation } from '../../core/decision.ts';
import type { Snapshot } from '../../core/swap.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

/** Reads what an included transaction of ours has brought, and keeps it for when no reorganization can take it back. */
export async function sightPayout(
  context: ExecutorContext,
  { swap }: Snapshot,
  { step, asset, receiver }: Extract<Decision, { kind: 'sight' }>,
): Promise<Observation> {
  const attempt = landedAttempt(step);
  if (!attempt || !('block' in attempt.inclusion)) return { kind: 'none' };
  const { block } = attempt.inclusion;
  const transfers = await adapterOf(context, asset.chain).receivedIn(attempt.txId, receiver, asset.token);
  await context.checkpoint('payout-found');
  await context.journal.recordSighting({
    swapId: swap.id,
    version: swap.version,
    attemptId: attempt.id,
    // What is read of another block than the one that is known says nothing about this one.
    sighting: { block, transfers: transfers.filter((transfer) => transfer.block.hash === block.hash).map(bare) },
  });
  return { kind: 'none' };
}

function bare({ index, token, amount }: { index: number; token: string; amount: bigint }) {
  return { index, token, amount };
}
