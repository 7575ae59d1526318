import type { ChainName } from '../core/swap/chains.ts';
import type { TreasuryNews } from '../ports/stores/health-store.ts';
import type { ScheduleStore } from '../ports/stores/schedule-store.ts';

/** Why a chain is polled: attempts in flight, or deposits to addresses. */
export type Opening = 'attempts' | 'deposits';

/** An event between parts of one process. */
interface Signal<Facts extends unknown[]> {
  announce(...facts: Facts): void;
  /** Returns a function that removes the listener. */
  listen(listener: (...facts: Facts) => void): () => void;
}

/**
 * The journal has everything announced here. Signals only save waiting and statements. They stay
 * within the process, and nothing depends on them.
 */
export interface Signals {
  /** An attempt was committed, or an order expects a deposit. */
  chainOpened: Signal<[chain: ChainName, opening: Opening]>;
  /** A swap is due within so many milliseconds, and no queue job announces it. */
  swapDue: Signal<[within: number]>;
  /** Whether the journal has webhooks to send to, at each heartbeat. */
  webhooks: Signal<[there: boolean]>;
  /** What the treasury's worker may have to do, at each heartbeat. */
  treasury: Signal<[news: TreasuryNews]>;
}

export function createSignals(): Signals {
  return {
    chainOpened: createSignal(),
    swapDue: createSignal(),
    webhooks: createSignal(),
    treasury: createSignal(),
  };
}

function createSignal<Facts extends unknown[]>(): Signal<Facts> {
  const listeners = new Set<(...facts: Facts) => void>();
  return {
    announce(...facts) {
      for (const listener of listeners) listener(...facts);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Wraps a journal so that it announces released swaps: no queue job dispatches them. */
export function announceReleases<Stores extends Pick<ScheduleStore, 'release'>>(
  journal: Stores,
  { swapDue }: Pick<Signals, 'swapDue'>,
): Stores {
  const release: ScheduleStore['release'] = async (id, holder, delay) => {
    await journal.release(id, holder, delay);
    swapDue.announce(delay);
  };
  return { ...journal, release };
}
