import type { ChainName } from '../core/swap/chains.ts';
import type { ChainObservation, ObservedAttempt } from '../ports/chain-observation.ts';
import type { LaneStore } from '../ports/stores/lane-store.ts';
import type { ObservationStore } from '../ports/stores/observation-store.ts';
import { adapterOf, type ExecutorContext } from './context.ts';
import { dispatchAll, dispatchLanes } from './dispatch.ts';

/** Woken after one observation; the sweep finds the rest. */
const lanesAtOnce = 500;

/**
 * A look at a chain for all open attempts of all swaps, in one batch; to be called once a block.
 * Returns whether another one is to follow: not while another process is the chain's observer, nor
 * where no attempt is open. Then nothing is asked of the chain.
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
    // A transaction that was included may have returned a slot.
    if (changed.length > 0) await dispatchLanes(context, await journal.dueLanes(lanesAtOnce));
    return true;
  };
}

/**
 * What waits for its block as it did before is no news: however much waits, only the rest is
 * written and compared.
 */
function withoutWaiting(
  observation: ChainObservation,
  attempts: readonly ObservedAttempt[],
): ChainObservation {
  const told = new Map(observation.attempts);
  for (const { txId, inclusion } of attempts) {
    if (inclusion && !('block' in inclusion) && told.get(txId)?.status === inclusion.status)
      told.delete(txId);
  }
  return { ...observation, attempts: told };
}
