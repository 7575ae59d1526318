import type { Swap } from '../../core/swap/swap.ts';
import type { AdmissionStore } from '../../ports/stores/approval-store.ts';
import type { Admissions } from '../../signer/judge-bytes.ts';

/** What the journal says that persons have let pass for a swap. */
export function admissionsIn(
  journal: AdmissionStore,
  { id, job }: Pick<Swap, 'id' | 'job'>,
): Admissions {
  return {
    items: (keys) => journal.admittedItems(id, keys),
    votes: () => journal.votesOf(id),
    paidBefore: (before) => journal.hasPaid(job.to.chain, job.receiver, before),
  };
}
