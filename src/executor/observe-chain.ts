import type { ChainName } from '../core/chains.ts';
import { adapterOf, type ExecutorContext } from './context.ts';
import { wakeAll } from './wake.ts';

/**
 * A look at a chain for all open attempts of all swaps, in one batch; to be called at the pace of the chain. It does nothing while another
 * process is the chain's observer, and asks nothing of a chain that no open attempt is on.
 */
export function createChainObserver(
  context: ExecutorContext,
  chain: ChainName,
  isElected: () => Promise<boolean>,
): () => Promise<void> {
  const { journal } = context;
  return async () => {
    if (!(await isElected())) return;
    const { attempts, since } = await journal.openAttempts(chain);
    if (attempts.length === 0) return;
    const adapter = adapterOf(context, chain);
    const observation = await adapter.observe(attempts, [...new Set(attempts.map(({ account }) => account))]);
    await context.checkpoint('inclusion-observed');
    const { progressDepth } = adapter.chain;
    const changed = await journal.recordObservation({ chain, since, progressDepth, observation });
    await context.checkpoint('inclusion-recorded');
    await wakeAll(context, changed);
  };
}
