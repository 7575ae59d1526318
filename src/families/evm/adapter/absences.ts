import type { ObservedAttempt } from '../../../ports/chain-observation.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LinkedBlocks } from './linked-blocks.ts';

/** Milliseconds after which what is in no block is asked for all the same. */
const askedEvery = 60_000;

/** An attempt that the endpoint did not have in a block. */
interface Absence {
  /**
   * Up to this block, with its hash, it is in none. What it says of that block itself may have been
   * said before the block came.
   */
  block: bigint;
  hash: string;
  /** When it was asked for. */
  asked: number;
  /** A block names it, and no answer has shown it there yet: it is asked for until one does. */
  isNamed: boolean;
}

/** What is in no block, on one endpoint. Without it a look only asks more. */
export interface Absences {
  /** Whether it was asked for, and in no block. */
  has(attempt: ObservedAttempt): boolean;
  /**
   * Whether the attempt is in no block still, by what the blocks since then name. The newest one
   * has to descend from the one up to which this was known. Now and then the answer is no, so that
   * it is asked for: an answer may have been late.
   */
  lasts(attempt: ObservedAttempt, linked: LinkedBlocks, newest: bigint): boolean;
  /**
   * After a look: `txIds` are in no block, and those in `lasting` were not asked for. Forgets all
   * others.
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

  /** Each at times of its own, so that not all are asked for at once. */
  function isDue(txId: string, { asked }: Absence): boolean {
    const own = Number.parseInt(txId.slice(-8), 16) % askedEvery;
    const periodAt = (time: number): number => Math.floor((time + own) / askedEvery);
    return periodAt(now()) > periodAt(asked);
  }

  return {
    has: ({ txId }) => absences.has(txId),

    lasts({ txId, inclusion }, linked, newest) {
      const absence = absences.get(txId);
      if (!absence || inclusion === undefined || isDue(txId, absence)) return false;
      return isNamedSince(txId, absence, linked, newest) === false;
    },

    note(txIds, lasting, linked, newest) {
      const noted = new Map<string, Absence>();
      const { hash } = linked.get(newest) ?? {};
      for (const txId of txIds) {
        if (hash === undefined) break;
        const before = absences.get(txId);
        const asked = before && lasting.has(txId) ? before.asked : now();
        const isNamed = before !== undefined && isNamedSince(txId, before, linked, newest) === true;
        noted.set(txId, { block: newest, hash, asked, isNamed });
      }
      absences = noted;
    },
  };
}

/** Whether one of the blocks since then names it; nothing where these are not known. */
function isNamedSince(
  txId: string,
  { block, hash, isNamed }: Absence,
  linked: LinkedBlocks,
  newest: bigint,
): boolean | undefined {
  if (linked.get(block)?.hash !== hash) return undefined;
  if (isNamed) return true;
  for (let number = block; number <= newest; number++) {
    const transactions = linked.get(number)?.transactions;
    if (!transactions) return undefined;
    if (transactions.has(txId.toLowerCase())) return true;
  }
  return false;
}
