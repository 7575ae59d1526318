import type { SigningSubject } from '../../core/blackouts/blackout.ts';
import type { Snapshot, StopReason } from '../../core/swap/swap.ts';
import type { PreviewStore } from '../../ports/stores/preview-store.ts';
import type { ScheduleStore } from '../../ports/stores/schedule-store.ts';
import type { StopStore } from '../../ports/stores/stop-store.ts';
import type { SwapStore } from '../../ports/stores/swap-store.ts';

export type StoppableStores = Pick<SwapStore, 'snapshot'> &
  Pick<ScheduleStore, 'lockAndRead'> &
  Pick<StopStore, 'stopOfSignature'> &
  Pick<PreviewStore, 'findStop'>;

/** Why something must not be signed, beside the stops that the journal has. */
export type FindStop = (subject: SigningSubject) => Promise<StopReason | undefined>;

/**
 * A journal that shows a reason of another source as what it is: a stop of signing. So everything
 * that a stop does holds (law 8): swaps wait before they ask for anything, first sends are held,
 * what is in flight is followed and may be cancelled.
 */
export function stopJournalBy<Journal extends StoppableStores>(
  journal: Journal,
  stopOf: FindStop,
): Journal {
  const withStops = async (snapshot: Snapshot): Promise<Snapshot> => {
    const { from, to, wallet, rule } = snapshot.swap.job;
    const signer = { wallet: wallet.name, rule: rule?.id };
    const [stopped, destinationStopped] = await Promise.all([
      snapshot.stopped ?? stopOf({ ...signer, chain: from.chain }),
      snapshot.destinationStopped ?? stopOf({ ...signer, chain: to.chain }),
    ]);
    return {
      ...snapshot,
      ...(stopped ? { stopped } : {}),
      ...(destinationStopped ? { destinationStopped } : {}),
    };
  };
  const stores: StoppableStores = {
    async snapshot(id) {
      const snapshot = await journal.snapshot(id);
      return snapshot && withStops(snapshot);
    },
    async lockAndRead(id, holder, ttl) {
      const snapshot = await journal.lockAndRead(id, holder, ttl);
      return snapshot && withStops(snapshot);
    },
    async stopOfSignature(signature) {
      const { wallet, chain, rules } = signature;
      for (const rule of rules.length > 0 ? rules : [undefined]) {
        const stopped = await stopOf({ wallet, chain, rule });
        if (stopped) return stopped;
      }
      return journal.stopOfSignature(signature);
    },
    findStop: async (signature) => (await journal.findStop(signature)) ?? stopOf(signature),
  };
  return { ...journal, ...stores };
}
