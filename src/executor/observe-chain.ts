import type { ChainName } from '../core/chains.ts';
import { adapterOf, type ExecutorContext } from './context.ts';
import { wakeAll } from './wake.ts';

/**
 * One look at a chain for all open attempts of all swaps, in one batch. Does nothing while another process is the chain's observer, and
 * asks nothing of a chain that no open attempt is on.
 */
export async function observeChain(context: ExecutorContext, chain: ChainName): Promise<void> {
  const { journal, holder, policy } = context;
  if (!(await journal.electObserver(chain, holder, policy.deadAfter))) return;
  const attempts = await journal.openAttempts(chain);
  if (attempts.length === 0) return;
  const adapter = adapterOf(context, chain);
  const observation = await adapter.observe(attempts, [...new Set(attempts.map(({ account }) => account))]);
  await context.checkpoint('inclusion-observed');
  const { progressDepth } = adapter.chain;
  const changed = await journal.recordObservation({ chain, progressDepth, observation });
  await context.checkpoint('inclusion-recorded');
  await wakeAll(context, changed);
}
