import type { SwapId } from '../core/ids.ts';

/** A swap that stands in a line, and the version it had when it came. */
interface Standing {
  swapId: SwapId;
  version: number;
}

/** Held by a swap that is being signed for, or is about to be. */
export interface Place {
  /** Lets the next one in. Leaving twice is leaving once. */
  leave(): void;
  /** Resolves once all who hold a place of this line have come so far, or have left, or `patience` milliseconds are over. */
  meet(patience: number): Promise<void>;
}

/**
 * Lets few swaps per wallet and chain past at a time; the others stand in line without a worker, a claim or swap data. A wallet signs
 * one transaction after another, so that swap data asked for by everybody at once would be too old to sign before most have their turn,
 * and be asked for again, and again.
 */
export interface Line {
  /** A place, if one is free; without one the swap now stands in line, and is called when its turn has come. */
  enter(key: string, standing: Standing, options: EnterOptions): Place | undefined;
  standsIn(key: string, swapId: SwapId): boolean;
  /** Calls nobody any more. Returns who was left standing. */
  close(): Standing[];
}

interface EnterOptions {
  /** Before all who stand there. */
  first: boolean;
  /** How many places this line has, where they are not as many as usual. */
  places?: number;
}

interface Queue {
  most: number;
  places: number;
  standing: Map<SwapId, Standing>;
  holders: Set<Holder>;
}

interface Holder {
  hasCome: boolean;
  /** Called when the others may all have come. */
  look: () => void;
}

export function createLine(places: number, call: (swapId: SwapId, place: Place) => void): Line {
  const queues = new Map<string, Queue>();
  let closed = false;

  function give(key: string, queue: Queue): Place {
    queue.places--;
    let left = false;
    const holder: Holder = { hasCome: false, look: () => undefined };
    queue.holders.add(holder);
    const lookAround = (): void => {
      for (const { look } of queue.holders) look();
    };
    return {
      async meet(patience) {
        holder.hasCome = true;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, patience);
          holder.look = () => {
            if (![...queue.holders].every(({ hasCome }) => hasCome)) return;
            clearTimeout(timer);
            resolve();
          };
          lookAround();
        });
      },
      leave() {
        if (left) return;
        left = true;
        queue.places++;
        queue.holders.delete(holder);
        lookAround();
        const [next] = queue.standing.keys();
        if (next !== undefined && !closed) {
          queue.standing.delete(next);
          call(next, give(key, queue));
        } else if (queue.places === queue.most && queue.standing.size === 0) {
          queues.delete(key);
        }
      },
    };
  }

  return {
    enter(key, standing, { first, places: most = places }) {
      const queue = queues.get(key) ?? { most, places: most, standing: new Map(), holders: new Set() };
      queues.set(key, queue);
      if (queue.places > 0 && !closed) {
        queue.standing.delete(standing.swapId);
        return give(key, queue);
      }
      if (queue.standing.has(standing.swapId)) return undefined;
      if (first) queue.standing = new Map([[standing.swapId, standing], ...queue.standing]);
      else queue.standing.set(standing.swapId, standing);
      return undefined;
    },
    standsIn: (key, swapId) => queues.get(key)?.standing.has(swapId) ?? false,
    close() {
      closed = true;
      return [...queues.values()].flatMap(({ standing }) => [...standing.values()]);
    },
  };
}
