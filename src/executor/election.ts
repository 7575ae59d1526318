import type { ChainName } from '../core/chains.ts';
import type { ExecutorContext } from './context.ts';

/** Tells whether this process is the chain's observer. Renewed at a third of its time, not at every look: a look at a quiet chain writes nothing. */
export function createElection(context: ExecutorContext, chain: ChainName): () => Promise<boolean> {
  const { journal, holder, policy, clock } = context;
  let renewAt = 0;
  return async () => {
    const now = clock.now();
    if (now < renewAt) return true;
    const elected = await journal.electObserver(chain, holder, policy.deadAfter);
    renewAt = elected ? now + policy.deadAfter / 3 : 0;
    return elected;
  };
}
