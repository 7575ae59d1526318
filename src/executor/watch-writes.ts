import type { AttributionStore } from '../ports/stores/attribution-store.ts';
import type { RecoveryStore } from '../ports/stores/recovery-store.ts';
import type { SigningStore } from '../ports/stores/signing-store.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';

/** Methods that change no part of a snapshot. */
const keepSnapshots: ReadonlySet<PropertyKey> = new Set<
  keyof (SwapStore & SigningStore & AttributionStore & RecoveryStore)
>([
  'snapshot',
  'attribute',
  'competitors',
  'lostRefunds',
  'lostConsumers',
  'lostWithin',
  'findAttempt',
  'isOwnTransaction',
]);

/** Wraps a journal so that it reports whether a call may have changed a snapshot read before. */
export function watchWrites<Stores extends object>(
  journal: Stores,
): { journal: Stores; mayHaveWritten(): boolean } {
  let mayHaveWritten = false;
  const watched = new Proxy(journal, {
    get(target, name) {
      if (!keepSnapshots.has(name)) mayHaveWritten = true;
      return Reflect.get(target, name) as unknown;
    },
  });
  return { journal: watched, mayHaveWritten: () => mayHaveWritten };
}
