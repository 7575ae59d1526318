import type { ExecutorContext } from './context.ts';
import { type FollowedChain, followChain, type TrackStores } from './follow-chain.ts';
import { startLoop } from './start-loop.ts';
import { maxScanInterval } from './watch-deposits.ts';
import { withinReason } from './within-reason.ts';

/** Milliseconds between two journal queries for all chains that have something open. */
const findEvery = 1_000;

/** Milliseconds between two health checks of a chain on which nothing is open. */
const checkEvery = 60_000;

/**
 * Polls the chains on which something is open. A quiet chain is nearly free: one statement a second
 * covers all chains, and signals announce at once what this process opens. A health check a minute
 * shows in log and metrics that a chain is down before a swap needs it.
 */
export function startTracking(context: ExecutorContext<TrackStores>): () => Promise<void> {
  const { chains, journal, policy, outages, clock, signals } = context;
  const followed = new Map([...chains.keys()].map((name) => [name, followChain(context, name)]));
  const asked = [...chains].map(([chain, adapter]) => ({
    chain,
    slowest: maxScanInterval(adapter),
  }));
  let depositsDueAt = 0;

  const finding = startLoop(
    { name: 'find open chains', interval: findEvery, outages },
    async () => {
      const isDepositsDue = clock.now() >= depositsDueAt;
      const found = await journal.openChains({
        chains: asked,
        pace: policy.statusPoll,
        deposits: isDepositsDue,
      });
      if (isDepositsDue) depositsDueAt = clock.now() + policy.settlementPoll;
      for (const { chain, attempts, deposits } of found) {
        if (attempts) followed.get(chain)?.open('attempts', 'now');
        if (deposits) followed.get(chain)?.open('deposits', 'now');
      }
    },
  );
  const checking = startLoop(
    { name: 'check quiet chains', interval: checkEvery, outages },
    async () => {
      const quiet = [...followed].filter(([, chain]) => !chain.isOpen());
      // Each adapter reports its own failures.
      await Promise.allSettled(quiet.map(([name]) => chains.get(name)?.head()));
    },
  );
  const unlisten = signals.chainOpened.listen((chain, opening) =>
    followed.get(chain)?.open(opening, 'at next block'),
  );

  return async () => {
    unlisten();
    const stops: Pick<FollowedChain, 'stop'>[] = [finding, checking, ...followed.values()];
    await withinReason(Promise.all(stops.map((one) => one.stop())));
  };
}
