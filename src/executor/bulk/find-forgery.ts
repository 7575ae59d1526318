import type { BulkStore, BulkTurn } from '../../ports/stores/bulk-store.ts';
import type { ExecutorContext } from '../context.ts';

type Needs = Pick<ExecutorContext<Pick<BulkStore, 'bulkSwaps'>>, 'journal' | 'jobSeals' | 'clock'>;

/** Says why no retry of a bulk action is done, or `undefined`. */
export type FindForgery = (turn: BulkTurn) => Promise<string | undefined>;

/**
 * A retry in bulk makes a sealed job, so it takes the seal of the process that accepted the action:
 * rows of the database do not show that a person asked for it. The list is read once for each
 * action that this process does.
 */
export function createFindForgery({ journal, jobSeals, clock }: Needs): FindForgery {
  let verified: { bulkId: string; signature: string; swaps: ReadonlySet<string> } | undefined;
  return async (turn) => {
    const { bulkId: id, action, filter, reason, perMinute, keyId: by, swapId, seal } = turn;
    if (action !== 'retry') return undefined;
    if (!seal) return unsealed;
    if (clock.now() >= seal.until) return over;
    if (verified?.bulkId !== id || verified.signature !== seal.signature) {
      const swaps = await journal.bulkSwaps(id);
      const asked = { id, action, filter, reason, perMinute, by, swaps };
      const found = await jobSeals.verifyBulk(asked, seal);
      if (found !== 'sealed') return found === 'forged' ? forged : unknownKey;
      verified = { bulkId: id, signature: seal.signature, swaps: new Set(swaps) };
    }
    return verified.swaps.has(swapId) ? undefined : forged;
  };
}

const unsealed =
  'it has no seal: an earlier version stored it, or another program. If a person asked for it, create it again';
const unknownKey =
  'its seal is of a key that the process with the role recover does not know. Add the public key of the process that accepts jobs to guard.jobKeys there, and create it again';
const over = 'its time is over. Create another one for what is left';
const forged =
  'it is not what a person asked for: its seal does not match. Find out who writes to the database';
