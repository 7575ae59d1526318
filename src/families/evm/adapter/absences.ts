import type { ObservedAttempt } from '../../../ports/chain-observation.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LinkedBlocks } from './linked-blocks.ts';

/** Milliseconds after which the receipt of an absent attempt is read again in any case. */
const readEvery = 60_000;

/** An attempt that the endpoint had in no block. */
interface Absence {
  /**
   * The attempt is in no block up to this one, which has this hash. The answer about this block
   * itself may be older than the block.
   */
  block: bigint;
  hash: string;
  /** When its receipt was last read, in milliseconds since the epoch. */
  readAt: number;
  /**
   * A block lists the attempt, but no receipt has shown it yet: read the receipt until one does.
   */
  isListed: boolean;
}

/**
 * The attempts that are in no block, for one endpoint. A cache: without it a poll only sends more
 * requests.
 */
export interface Absences {
  /** Whether its receipt was read and it was in no block. */
  has(attempt: ObservedAttempt): boolean;
  /**
   * Whether the attempt is still in no block, judging by the transactions that the blocks since
   * then list. The newest block must descend from the one up to which the absence was known.
   * Returns `false` now and then, so that the receipt is read again: an earlier answer may have
   * been late.
   */
  lasts(attempt: ObservedAttempt, linked: LinkedBlocks, newest: bigint): boolean;
  /**
   * Records the result of a poll: `txIds` are in no block, and no receipt was read for those in
   * `lasting`. Forgets all others.
   */
  note(
    txIds: readonly string[],
    lasting: ReadonlySet<string>,
    linked: LinkedBlocks,
    newest: bigint,
  ): void;
}

export function createAbsences(now: Clock['now']): Absences {
  let absences = new Map<string, Absence>();

  /** Each attempt has its own schedule, so that not all are read at once. */
  function isDue(txId: string, { readAt }: Absence): boolean {
    const offset = Number.parseInt(txId.slice(-8), 16) % readEvery;
    const periodAt = (time: number): number => Math.floor((time + offset) / readEvery);
    return periodAt(now()) > periodAt(readAt);
  }

  return {
    has: ({ txId }) => absences.has(txId),

    lasts({ txId, inclusion }, linked, newest) {
      const absence = absences.get(txId);
      if (!absence || inclusion === undefined || isDue(txId, absence)) return false;
      return isListedSince(txId, absence, linked, newest) === false;
    },

    note(txIds, lasting, linked, newest) {
      const updated = new Map<string, Absence>();
      const { hash } = linked.get(newest) ?? {};
      for (const txId of txIds) {
        if (hash === undefined) break;
        const before = absences.get(txId);
        const readAt = before && lasting.has(txId) ? before.readAt : now();
        const isListed =
          before !== undefined && isListedSince(txId, before, linked, newest) === true;
        updated.set(txId, { block: newest, hash, readAt, isListed });
      }
      absences = updated;
    },
  };
}

/** Whether a block since then lists it. `undefined` if these blocks are not known. */
function isListedSince(
  txId: string,
  { block, hash, isListed }: Absence,
  linked: LinkedBlocks,
  newest: bigint,
): boolean | undefined {
  if (linked.get(block)?.hash !== hash) return undefined;
  if (isListed) return true;
  for (let number = block; number <= newest; number++) {
    const transactions = linked.get(number)?.transactions;
    if (!transactions) return undefined;
    if (transactions.has(txId.toLowerCase())) return true;
  }
  return false;
}
