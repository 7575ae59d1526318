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

/** The stores of what a chain shows. */
export type TrackStores = ObservationStore & DepositStore & LaneStore;

/**
 * A chain that is looked at once a block while something is open on it, and not at all otherwise.
 */
export interface FollowedChain {
  /**
   * Something is open. What was found in the journal is looked at now; what this process has just
   * begun, at the next block.
   */
  open(opening: Opening, when: 'now' | 'at next block'): void;
  /** Whether it is looked at now, by this process or the elected one. */
  isOpen(): boolean;
  /** Makes room for another process at once. */
  stop(): Promise<void>;
}

/**
 * However often a subscription speaks, two looks of one kind are so many milliseconds apart, or
 * half a block.
 */
const leastGap = 1_000;

export function followChain(context: ExecutorContext<TrackStores>, name: ChainName): FollowedChain {
  const { policy, outages, clock } = context;
  const adapter = adapterOf(context, name);
  const component = `chain ${name}`;
  const election = createElection(context, name);
  const isOpen: Record<Opening, boolean> = { attempts: false, deposits: false };
  /** Opened by this process since the last look began. */
  const isNew: Record<Opening, boolean> = { attempts: false, deposits: false };
  const isAnyOpen = (): boolean => isOpen.attempts || isOpen.deposits;
  // What was not seen for `resendAfter` is sent again: however slow the blocks are, it is looked
  // for before.
  const pace = Math.min(adapter.chain.blockTimeMs, policy.resendAfter);

  /** @param least milliseconds between two looks, however fast the blocks are */
  function startLooks(
    opening: Opening,
    loopName: string,
    least: number,
    look: () => Promise<boolean>,
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
      const isMore = await look();
      // What was opened meanwhile may have been too late for this look.
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
    attempts: startLooks(
      'attempts',
      `observe ${name}`,
      0,
      createChainObserver(context, name, election.isElected),
    ),
    deposits: startLooks(
      'deposits',
      `watch deposits on ${name}`,
      policy.settlementPoll,
      createDepositWatcher(context, name, election.isElected),
    ),
  };
  // However rare the looks are, an observer shows signs of life. Others subscribe to nothing.
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
