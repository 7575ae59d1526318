import type { BulkStore, BulkTurn } from '../../ports/stores/bulk-store.ts';
import type { ExecutorContext } from '../context.ts';

type Needs = Pick<ExecutorContext<Pick<BulkStore, 'bulkSwaps'>>, 'journal' | 'jobSeals' | 'clock'>;

/** Says why a retry of a bulk action is not done, as its seal is. `undefined`: it is done. */
export type SealFault = (turn: BulkTurn) => Promise<string | undefined>;

interface Verified {
  /** What was sealed and its seal, as the rows had them. */
  as: string;
  swaps: ReadonlySet<string>;
}

/** Of how many actions the verified list is remembered: several are done in turn. */
const maxRemembered = 10;

/**
 * A retry in bulk makes a sealed job, so it takes the seal of the process that accepted the action:
 * rows of the database do not show that a person asked for it. The list is read once for each
 * action that this process does, and again if a row of it was changed meanwhile.
 */
export function createSealFault({ journal, jobSeals, clock }: Needs): SealFault {
  const remembered = new Map<string, Verified>();
  return async (turn) => {
    const { bulkId: id, action, filter, reason, perMinute, keyId: by, swapId, seal } = turn;
    if (action !== 'retry') return undefined;
    if (!seal) return unsealed;
    if (clock.now() >= seal.until) return over;
    const asked = { id, action, filter, reason, perMinute, by };
    const as = JSON.stringify([asked, seal]);
    let verified = remembered.get(id);
    if (verified?.as !== as) {
      const swaps = await journal.bulkSwaps(id);
      const found = await jobSeals.verifyBulk({ ...asked, swaps }, seal);
      if (found !== 'sealed') return found === 'forged' ? forged : unknownKey;
      verified = { as, swaps: new Set(swaps) };
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(id, verified);
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
