import type { Reason, Snapshot } from '../../core/swap/swap.ts';
import type { Gate } from '../../ports/gate.ts';
import type { PreviewStore } from '../../ports/stores/preview-store.ts';
import type { ScheduleStore } from '../../ports/stores/schedule-store.ts';
import type { StopStore } from '../../ports/stores/stop-store.ts';
import type { SwapStore } from '../../ports/stores/swap-store.ts';

type Stores = Pick<SwapStore, 'snapshot'> &
  Pick<ScheduleStore, 'lockAndRead'> &
  Pick<StopStore, 'stopOfSignature'> &
  Pick<PreviewStore, 'findStop'>;

/**
 * A journal that shows a closed gate as what it is: a stop of signing on that chain. So everything
 * that a stop does holds (law 8): swaps wait before they ask for anything, first sends are held,
 * what is in flight is followed and may be cancelled.
 */
export function closeBehindGate<Journal extends Stores>(journal: Journal, gate: Gate): Journal {
  const withStops = async (snapshot: Snapshot): Promise<Snapshot> => {
    const { from, to } = snapshot.swap.job;
    const [closed, closedThere] = await Promise.all([
      snapshot.stopped ?? gate.stopOn(from.chain),
      snapshot.destinationStopped ?? gate.stopOn(to.chain),
    ]);
    return {
      ...snapshot,
      ...(closed ? { stopped: closed } : {}),
      ...(closedThere ? { destinationStopped: closedThere } : {}),
    };
  };
  const stores: Stores = {
    async snapshot(id) {
      const snapshot = await journal.snapshot(id);
      return snapshot && withStops(snapshot);
    },
    async lockAndRead(id, holder, ttl) {
      const snapshot = await journal.lockAndRead(id, holder, ttl);
      return snapshot && withStops(snapshot);
    },
    stopOfSignature: async (signature): Promise<Reason | undefined> =>
      (await gate.stopOn(signature.chain)) ?? journal.stopOfSignature(signature),
    findStop: async (signature) =>
      (await journal.findStop(signature)) ?? gate.stopOn(signature.chain),
  };
  return { ...journal, ...stores };
}
