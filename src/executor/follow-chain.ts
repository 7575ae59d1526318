import type { ChainName } from '../core/swap/chains.ts';
import type { DepositStore } from '../ports/stores/deposit-store.ts';
import type { LaneStore } from '../ports/stores/lane-store.ts';
import type { ObservationStore } from '../ports/stores/observation-store.ts';
import { adapterOf, type ExecutorContext } from './context.ts';
import { createElection } from './election.ts';
import { createHeads } from './heads.ts';
import { createChainObserver } from './observe-chain.ts';
import type { Opening } from './signals.ts';
import { type Loop, startLoop } from './start-loop.ts';
import { createDepositWatcher } from './watch-deposits.ts';

/** The stores that tracking a chain uses. */
export type TrackStores = ObservationStore & DepositStore & LaneStore;

/** Polls a chain once a block while something is open on it, and not otherwise. */
export interface FollowedChain {
  /**
   * Opens polling: `now` for what was found in the journal, `at next block` for what this process
   * has just begun.
   */
  open(opening: Opening, when: 'now' | 'at next block'): void;
  /** Whether this process or the elected one polls the chain. */
  isOpen(): boolean;
  /** Stops, and gives the election up at once. */
  stop(): Promise<void>;
}

/**
 * Least milliseconds between two polls of one kind, or half a block if that is shorter, however
 * many heads a subscription reports.
 */
const leastGap = 1_000;

export function followChain(context: ExecutorContext<TrackStores>, name: ChainName): FollowedChain {
  const { policy, outages, clock } = context;
  const adapter = adapterOf(context, name);
  const component = `chain ${name}`;
  const election = createElection(context, name);
  const isOpen: Record<Opening, boolean> = { attempts: false, deposits: false };
  /** Opened by this process since the last poll began. */
  const isNew: Record<Opening, boolean> = { attempts: false, deposits: false };
  const isAnyOpen = (): boolean => isOpen.attempts || isOpen.deposits;
  // Polls at least once per `resendAfter`, however slow the blocks: an attempt not seen for that
  // long is sent again.
  const pace = Math.min(adapter.chain.blockTimeMs, policy.resendAfter);

  /** @param least milliseconds between two polls, however fast the blocks are */
  function startPolling(
    opening: Opening,
    loopName: string,
    least: number,
    poll: () => Promise<boolean>,
  ): Loop {
    const own = Math.max(pace, least);
    const options = {
      name: loopName,
      interval: () => (isOpen[opening] ? heads.pause(own) : Number.POSITIVE_INFINITY),
      gap: Math.max(Math.min(pace / 2, leastGap), least),
      outages,
      component,
    };
    return startLoop(options, async () => {
      if (!isOpen[opening]) return;
      isNew[opening] = false;
      const isMore = await poll();
      // What was opened during this poll may have come too late for it.
      isOpen[opening] = isMore || isNew[opening];
      if (!isAnyOpen()) heads.stop();
    });
  }

  const heads = createHeads({
    adapter,
    outages,
    now: clock.now,
    onHead: () => {
      loops.attempts.wake();
      loops.deposits.wake();
    },
  });
  const loops: Record<Opening, Loop> = {
    attempts: startPolling(
      'attempts',
      `observe ${name}`,
      0,
      createChainObserver(context, name, election.isElected),
    ),
    deposits: startPolling(
      'deposits',
      `watch deposits on ${name}`,
      policy.settlementPoll,
      createDepositWatcher(context, name, election.isElected),
    ),
  };
  // Renews the election however rare the polls are. Only the elected process subscribes.
  const holding = startLoop(
    {
      name: `hold ${name}`,
      interval: () => (isAnyOpen() ? policy.deadAfter / 3 : Number.POSITIVE_INFINITY),
      outages,
      component,
    },
    async () => {
      if (!isAnyOpen()) return;
      if ((await election.isElected()) && isAnyOpen()) heads.start();
      else heads.stop();
    },
  );

  return {
    open(opening, when) {
      if (when === 'at next block') isNew[opening] = true;
      if (isOpen[opening]) return;
      if (!isAnyOpen()) holding.wake();
      isOpen[opening] = true;
      loops[opening].wake(when === 'now' ? 0 : heads.pause(pace));
    },
    isOpen: isAnyOpen,
    async stop() {
      heads.stop();
      await Promise.all([loops.attempts.stop(), loops.deposits.stop(), holding.stop()]);
      heads.stop();
      await election.leave();
    },
  };
}
