import type { BulkAction } from '../../core/operator/bulk-action.ts';
import type { BulkDraft, BulkStore } from '../../ports/stores/bulk-store.ts';
import type { ExecutorContext } from '../context.ts';

type Needs = Pick<
  ExecutorContext<Pick<BulkStore, 'createBulkAction'>>,
  'journal' | 'jobSeals' | 'clock'
>;

/**
 * Stores a bulk action that a person asked for, sealed by this process: by the seal the process that
 * does it tells it from a row that another program has written. Throws `IDEMPOTENCY_CONFLICT`,
 * `CONFIG_INVALID`.
 */
export async function createBulkAction(
  { journal, jobSeals, clock }: Needs,
  draft: Omit<BulkDraft, 'seal'>,
): Promise<BulkAction> {
  const { id, action, filter, reason, perMinute, keyId: by, swaps } = draft;
  const seal = await jobSeals.bulkSealer();
  const asked = { id, action, filter, reason, perMinute, by, swaps };
  return journal.createBulkAction({ ...draft, seal: seal(asked, clock.now()) });
}
