import type { ExecutorContext } from './context.ts';
import { type FollowedChain, followChain } from './follow-chain.ts';
import { startLoop } from './start-loop.ts';
import { slowestLook } from './watch-deposits.ts';
import { withinReason } from './within-reason.ts';

/** Milliseconds between two questions which chains have something open, one for all of them. */
const findEvery = 1_000;

/**
 * Follows the chains on which something is open. A chain on which nothing is costs nothing: one statement a second tells of all of them, and
 * what this process opens itself it hears of at once.
 */
export function startTracking(context: ExecutorContext): () => Promise<void> {
  const { chains, journal, policy, outages, clock, signals } = context;
  const followed = new Map([...chains.keys()].map((name) => [name, followChain(context, name)]));
  const asked = [...chains].map(([chain, adapter]) => ({ chain, slowest: slowestLook(adapter) }));
  let depositsDueAt = 0;

  const finding = startLoop({ name: 'find open chains', interval: findEvery, outages }, async () => {
    const isDepositsTurn = clock.now() >= depositsDueAt;
    const found = await journal.openChains({ chains: asked, pace: policy.statusPoll, deposits: isDepositsTurn });
    if (isDepositsTurn) depositsDueAt = clock.now() + policy.settlementPoll;
    for (const { chain, attempts, deposits } of found) {
      if (attempts) followed.get(chain)?.open('attempts', 'now');
      if (deposits) followed.get(chain)?.open('deposits', 'now');
    }
  });
  const unlisten = signals.chainOpened.listen((chain, opening) => followed.get(chain)?.open(opening, 'at next block'));

  return async () => {
    unlisten();
    const stops: Pick<FollowedChain, 'stop'>[] = [finding, ...followed.values()];
    await withinReason(Promise.all(stops.map((one) => one.stop())));
  };
}
