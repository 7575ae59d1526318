import type { Decision, Observation } from '../../core/decide/decision.ts';
import { landedAttempt } from '../../core/swap/attempts.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ObservationStore } from '../../ports/stores/observation-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

/**
 * Reads what an included transaction of ours has brought, and keeps it for when no reorganization
 * can take it back. Throws `RPC_BEHIND` where no endpoint shows it: one that is late has not shown
 * that it brought nothing.
 */
export async function sightPayout(
  context: ExecutorContext<ObservationStore>,
  { swap }: Snapshot,
  { step, asset, receiver }: Extract<Decision, { kind: 'sight' }>,
): Promise<Observation> {
  const attempt = landedAttempt(step);
  if (!attempt || !('block' in attempt.inclusion)) return { kind: 'none' };
  const { block } = attempt.inclusion;
  const transfers = await adapterOf(context, asset.chain).receivedIn(
    attempt.txId,
    receiver,
    asset.token,
  );
  await context.checkpoint('payout-found');
  // What is read of another block than the one that is known says nothing about this one.
  const seen = transfers.filter((transfer) => transfer.block.hash === block.hash);
  if (seen.length === 0) {
    const message = `the endpoints of ${asset.chain} do not show yet what ${attempt.txId} has brought`;
    throw new FerrymanError('RPC_BEHIND', message, {
      details: { chain: asset.chain, txId: attempt.txId },
    });
  }
  await context.journal.recordObservedPayout({
    swapId: swap.id,
    version: swap.version,
    attemptId: attempt.id,
    sighting: {
      block,
      transfers: seen.map(({ index, token, amount }) => ({ index, token, amount })),
    },
  });
  return { kind: 'none' };
}
