import type { ChainName } from '../core/swap/chains.ts';
import type { ChainObservation, ObservedAttempt } from '../ports/chain-observation.ts';
import type { LaneStore } from '../ports/stores/lane-store.ts';
import type { ObservationStore } from '../ports/stores/observation-store.ts';
import { adapterOf, type ExecutorContext } from './context.ts';
import { dispatchAll, dispatchLanes } from './dispatch.ts';

/** Lanes dispatched after one observation; the sweep finds the rest. */
const lanesAtOnce = 500;

/**
 * Observes all open attempts of all swaps on a chain in one batch; call it once a block. Returns
 * whether to continue: false, without asking the chain, if another process is elected or no attempt
 * is open.
 */
export function createChainObserver(
  context: ExecutorContext<LaneStore & ObservationStore>,
  chain: ChainName,
  isElected: () => Promise<boolean>,
): () => Promise<boolean> {
  const { journal } = context;
  return async () => {
    if (!(await isElected())) return false;
    const { attempts, since } = await journal.openAttempts(chain);
    if (attempts.length === 0) return false;
    const adapter = adapterOf(context, chain);
    const observation = await adapter.observe(attempts, [
      ...new Set(attempts.map(({ account }) => account)),
    ]);
    await context.checkpoint('inclusion-observed');
    const { progressDepth } = adapter.chain;
    const changed = await journal.recordObservation({
      chain,
      since,
      progressDepth,
      observation: withoutWaiting(observation, attempts),
    });
    await context.checkpoint('inclusion-recorded');
    await dispatchAll(context, changed);
    // An included transaction may have returned a slot.
    if (changed.length > 0) await dispatchLanes(context, await journal.dueLanes(lanesAtOnce));
    return true;
  };
}

/**
 * Drops attempts that wait in the pool as before, so that only changes are written and compared.
 */
function withoutWaiting(
  observation: ChainObservation,
  attempts: readonly ObservedAttempt[],
): ChainObservation {
  const reported = new Map(observation.attempts);
  for (const { txId, inclusion } of attempts) {
    if (inclusion && !('block' in inclusion) && reported.get(txId)?.status === inclusion.status)
      reported.delete(txId);
  }
  return { ...observation, attempts: reported };
}
