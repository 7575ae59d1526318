import type { ExecutorContext } from './context.ts';
import { type FollowedChain, followChain, type TrackStores } from './follow-chain.ts';
import { startLoop } from './start-loop.ts';
import { slowestLook } from './watch-deposits.ts';
import { withinReason } from './within-reason.ts';

/** Milliseconds between two questions which chains have something open, one for all of them. */
const findEvery = 1_000;

/** Milliseconds between two questions to a chain on which nothing is open. */
const checkEvery = 60_000;

/**
 * Follows the chains on which something is open. A chain on which nothing is costs next to nothing:
 * one statement a second tells of all of them, and what this process opens itself it hears of at
 * once. It is asked for its newest block once a minute, so that log and metrics tell of one that
 * does not answer before a swap needs it.
 */
export function startTracking(context: ExecutorContext<TrackStores>): () => Promise<void> {
  const { chains, journal, policy, outages, clock, signals } = context;
  const followed = new Map([...chains.keys()].map((name) => [name, followChain(context, name)]));
  const asked = [...chains].map(([chain, adapter]) => ({ chain, slowest: slowestLook(adapter) }));
  let depositsDueAt = 0;

  const finding = startLoop(
    { name: 'find open chains', interval: findEvery, outages },
    async () => {
      const isDepositsSlot = clock.now() >= depositsDueAt;
      const found = await journal.openChains({
        chains: asked,
        pace: policy.statusPoll,
        deposits: isDepositsSlot,
      });
      if (isDepositsSlot) depositsDueAt = clock.now() + policy.settlementPoll;
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
