/*
 * Histories of accounts, which servers tell the newest first, back to where the look before ended.
 * What one look may read is bounded: a history that is longer is kept as far as it was read, and
 * read on at the next look. It is kept in memory only; without it a look begins anew.
 */

/** By its block: a height, a slot or a logical time. */
export interface Entry {
  number: bigint;
}

export interface HistoryPage<Known extends Entry, Cursor> {
  /** Those that matter, the newest first. */
  entries: readonly Known[];
  /**
   * Where to go on, and down to which block everything later was told, whether it matters or not.
   * Absent: nothing is older.
   */
  rest?: { from: bigint; next: Cursor };
}

interface Look<Known extends Entry, Cursor> {
  /** Names the history. */
  of: string;
  /** Entries of later blocks are wanted. */
  after: bigint;
  /**
   * The newest block that is final: what is up to there stays as it is, and the server has all of
   * it.
   */
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

/** What was read: all entries up to a block, back to where the next page goes on. */
interface Walk<Known extends Entry, Cursor> {
  upTo: bigint;
  /** The newest first. */
  entries: Known[];
  /** What was not read yet. Absent: nothing is older. */
  rest?: { from: bigint; next: Cursor } | 'all';
}

/** Histories that are kept; those of busy accounts after a long pause. */
const maxWalks = 32;

export type LookBack<Known extends Entry, Cursor> = (
  look: Look<Known, Cursor>,
) => Promise<Looked<Known>>;

export function createLookBack<Known extends Entry, Cursor>(
  limits: Limits,
): LookBack<Known, Cursor> {
  const { kept: maxStored = 5_000 } = limits;
  const kept = new Map<string, Walk<Known, Cursor>>();

  /** What goes wrong is begun anew: blocks that it would go on from may not be there any more. */
  function take(
    name: string,
    { after, final }: { after: bigint; final: bigint },
  ): Walk<Known, Cursor> {
    const walk = kept.get(name);
    kept.delete(name);
    if (walk && after < walk.upTo) return walk;
    return { upTo: final, entries: [], rest: 'all' };
  }

  function keep(name: string, walk: Walk<Known, Cursor>): void {
    const entries = walk.entries.filter(({ number }) => number <= walk.upTo);
    // The newest ones are let go, by whole blocks, and read again when it is their turn.
    const dropped = entries[entries.length - maxStored - 1];
    const left = dropped && entries.filter(({ number }) => number < dropped.number);
    const isCut = dropped && left && left.length > 0;
    kept.set(
      name,
      isCut ? { ...walk, entries: left, upTo: dropped.number - 1n } : { ...walk, entries },
    );
    for (const oldest of kept.keys()) {
      if (kept.size <= maxWalks) break;
      kept.delete(oldest);
    }
  }

  return async ({ of: name, after, final, readPage }) => {
    let walk = take(name, { after, final });
    const isWhole = (): boolean =>
      walk.rest === undefined || (walk.rest !== 'all' && walk.rest.from <= after);
    for (let left = limits.pages; !isWhole() && left > 0; left--) {
      const { entries, rest } = await readPage(walk.rest === 'all' ? undefined : walk.rest?.next);
      walk = { upTo: walk.upTo, entries: [...walk.entries, ...entries], ...(rest ? { rest } : {}) };
    }
    if (!isWhole()) {
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
