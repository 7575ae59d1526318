import type { ChainName } from '../core/swap/chains.ts';
import type { ScheduleStore } from '../ports/stores/schedule-store.ts';

/** What a chain is looked at for: attempts on their way, or deposits to addresses. */
export type Opening = 'attempts' | 'deposits';

/** Something that parts of one process tell one another. */
interface Signal<Told extends unknown[]> {
  announce(...told: Told): void;
  /** Returns what ends it. */
  listen(listener: (...told: Told) => void): () => void;
}

/**
 * What is in the journal already and would be found there a little later: they save the wait and
 * the statements, and none is relied on. Other processes hear none of them.
 */
export interface Signals {
  /** An attempt was committed, or an order wants a deposit. */
  chainOpened: Signal<[chain: ChainName, opening: Opening]>;
  /** A swap is due in so many milliseconds, and no job of the queue tells of it. */
  swapDue: Signal<[within: number]>;
}

export function createSignals(): Signals {
  return { chainOpened: createSignal(), swapDue: createSignal() };
}

function createSignal<Told extends unknown[]>(): Signal<Told> {
  const listeners = new Set<(...told: Told) => void>();
  return {
    announce(...told) {
      for (const listener of listeners) listener(...told);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A journal that tells of swaps which are given back: no job of the queue calls them. */
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
