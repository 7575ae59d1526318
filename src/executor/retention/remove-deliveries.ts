import type { RetentionStore } from '../../ports/stores/retention-store.ts';
import type { ExecutorContext } from '../context.ts';

/** Deliveries in one transaction. */
const batch = 2_000;

/** Removes deliveries that ended so many days ago, page by page. Returns how many. */
export async function removeDeliveries(
  { journal }: Pick<ExecutorContext<RetentionStore>, 'journal'>,
  afterDays: number,
  signal?: AbortSignal,
): Promise<number> {
  const request = { endedFor: afterDays * 86_400_000, limit: batch };
  let total = 0;
  let after = 0n;
  while (!signal?.aborted) {
    const { removed, next } = await journal.removeDeliveries({ ...request, after });
    total += removed;
    if (next === undefined) break;
    after = next;
  }
  return total;
}
