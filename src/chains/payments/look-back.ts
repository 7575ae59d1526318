/*
 * Histories of accounts, which servers tell the newest first, back to where the look before ended. What one look may read is bounded: a history
 * that is longer is kept as far as it was read, and read on at the next look. It is kept in memory only; without it a look begins anew.
 */

/** By its block: a height, a slot or a logical time. */
export interface Entry {
  number: bigint;
}

export interface HistoryPage<Known extends Entry, Cursor> {
  /** Those that matter, the newest first. */
  entries: readonly Known[];
  /** The oldest one that was told, whether it matters or not, and where to go on behind it. Absent: nothing is older. */
  oldest?: { number: bigint; next: Cursor };
}

interface Look<Known extends Entry, Cursor> {
  /** Names the history. */
  of: string;
  /** Entries of later blocks are wanted. */
  after: bigint;
  /** The newest block that is final: what is up to there stays as it is, and the server has all of it. */
  final: bigint;
  readPage(cursor: Cursor | undefined): Promise<HistoryPage<Known, Cursor>>;
}

export interface Looked<Known extends Entry> {
  /** The oldest first. Those that are not final may be among them. */
  entries: Known[];
  /** All entries up to this block are among these, or came before `after`. */
  until: bigint;
}

interface Limits {
  /** Pages in one look. */
  pages: number;
  /** Entries in one look, and those beside them that are in the last one's block. */
  entries: number;
  /** Entries of one history that are kept. Default: 5,000. */
  kept?: number;
}

interface Walk<Known extends Entry, Cursor> {
  after: bigint;
  /** It has all entries from its oldest one up to here. */
  upTo: bigint;
  /** The newest first. */
  entries: Known[];
  /** Where to go on. */
  next: Cursor | undefined;
  /** Whether it reaches back to `after`. */
  isWhole: boolean;
}

/** Histories that are kept; those of busy accounts after a long pause. */
const mostWalks = 32;

export type LookBack<Known extends Entry, Cursor> = (look: Look<Known, Cursor>) => Promise<Looked<Known>>;

export function createLookBack<Known extends Entry, Cursor>(limits: Limits): LookBack<Known, Cursor> {
  const { kept: mostKept = 5_000 } = limits;
  const kept = new Map<string, Walk<Known, Cursor>>();

  /** Whatever was kept is begun anew where something goes wrong: blocks that it goes on from may not be there any more. */
  function take(name: string, { after, final }: { after: bigint; final: bigint }): Walk<Known, Cursor> {
    const walk = kept.get(name);
    kept.delete(name);
    if (walk && walk.after <= after && after < walk.upTo) return walk;
    return { after, upTo: final, entries: [], next: undefined, isWhole: false };
  }

  function keep(name: string, walk: Walk<Known, Cursor>): void {
    const entries = walk.entries.filter(({ number }) => number <= walk.upTo);
    // The newest ones are let go, and read again when it is their turn.
    const dropped = entries.splice(0, Math.max(0, entries.length - mostKept)).at(-1);
    kept.set(name, { ...walk, entries, upTo: dropped ? dropped.number - 1n : walk.upTo });
    for (const oldest of kept.keys()) {
      if (kept.size <= mostWalks) break;
      kept.delete(oldest);
    }
  }

  return async ({ of: name, after, final, readPage }) => {
    let walk = take(name, { after, final });
    for (let left = limits.pages; !walk.isWhole && left > 0; left--) {
      const { entries, oldest } = await readPage(walk.next);
      const isWhole = oldest === undefined || oldest.number <= after;
      walk = { ...walk, entries: [...walk.entries, ...entries], next: oldest?.next, isWhole };
    }
    if (!walk.isWhole) {
      keep(name, walk);
      return { entries: [], until: after };
    }
    const wanted = walk.entries.filter(({ number }) => number > after).reverse();
    const last = wanted[limits.entries - 1]?.number;
    const next = last === undefined ? undefined : wanted.find(({ number }) => number > last);
    if (last === undefined || next === undefined) return { entries: wanted, until: walk.upTo };
    // Those that are told now are kept as well: whoever asks may get lost what it is told.
    if (last < walk.upTo) keep(name, walk);
    const isAllFinal = next.number > walk.upTo;
    const until = isAllFinal ? walk.upTo : next.number - 1n;
    return { entries: wanted.filter(({ number }) => number <= last), until };
  };
}
