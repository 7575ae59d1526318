import type { Decision, Observation } from '../../core/decide/decision.ts';
import { landedAttempt } from '../../core/swap/attempts.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ObservationStore } from '../../ports/stores/observation-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

/**
 * Reads and stores what our included transaction paid out, for the time when no reorganization can
 * revert it. Throws `RPC_BEHIND` if no endpoint shows a transfer: an endpoint that lags has not
 * shown that there is none.
 */
export async function observePayout(
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
  // A transfer in another block than the recorded one says nothing about this one.
  const seen = transfers.filter((transfer) => transfer.block.hash === block.hash);
  if (seen.length === 0) {
    const message = `the endpoints of ${asset.chain} do not show the transfers of ${attempt.txId} yet`;
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
