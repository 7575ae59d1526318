/*
 * Reads account histories, which servers list newest first, back to the end of the scan before. A
 * scan reads a bounded number of pages. If the history is longer, the pages read are stored in
 * memory and the next scan continues from there. After a restart, the scan begins again.
 */

/** Ordered by block height, slot or logical time. */
export interface Entry {
  number: bigint;
}

export interface HistoryPage<Known extends Entry, Cursor> {
  /** The relevant entries, newest first. */
  entries: readonly Known[];
  /**
   * The next page, and the block down to which this page is complete, irrelevant entries included.
   * Absent: this is the oldest page.
   */
  rest?: { from: bigint; next: Cursor };
}

interface Scan<Known extends Entry, Cursor> {
  /** Identifies the history. */
  of: string;
  /** Only entries of later blocks are wanted. */
  after: bigint;
  /** The newest final block: entries up to it do not change, and the server has all of them. */
  final: bigint;
  readPage(cursor: Cursor | undefined): Promise<HistoryPage<Known, Cursor>>;
}

export interface Scanned<Known extends Entry> {
  /** Oldest first. May include entries that are not final. */
  entries: Known[];
  /** Complete up to this block: each entry up to it is in `entries`, or came before `after`. */
  until: bigint;
}

interface Limits {
  /** Maximum pages per scan. */
  pages: number;
  /** Maximum entries per scan; exceeded by the rest of the last entry's block. */
  entries: number;
  /** Maximum stored entries of one history. Default: 5,000. */
  stored?: number;
}

/**
 * The part of a history that was read: all entries from `upTo` back to where the next page begins.
 */
interface Walk<Known extends Entry, Cursor> {
  upTo: bigint;
  /** Newest first. */
  entries: Known[];
  /** What is still to be read. Absent: nothing is older. */
  rest?: { from: bigint; next: Cursor } | 'all';
}

/** Maximum stored histories. Only those of busy accounts after a long pause are stored. */
const maxWalks = 32;

export type HistoryScan<Known extends Entry, Cursor> = (
  scan: Scan<Known, Cursor>,
) => Promise<Scanned<Known>>;

export function createHistoryScan<Known extends Entry, Cursor>(
  limits: Limits,
): HistoryScan<Known, Cursor> {
  const { stored: maxStored = 5_000 } = limits;
  const stored = new Map<string, Walk<Known, Cursor>>();

  /**
   * Removes the walk while it is used: after an error the next scan begins again, because the
   * walk's blocks may be gone.
   */
  function resume(
    name: string,
    { after, final }: { after: bigint; final: bigint },
  ): Walk<Known, Cursor> {
    const walk = stored.get(name);
    stored.delete(name);
    if (walk && after < walk.upTo) return walk;
    return { upTo: final, entries: [], rest: 'all' };
  }

  function store(name: string, walk: Walk<Known, Cursor>): void {
    const entries = walk.entries.filter(({ number }) => number <= walk.upTo);
    // Drop the newest entries, by whole blocks: the next scans read them again.
    const dropped = entries[entries.length - maxStored - 1];
    const remaining = dropped && entries.filter(({ number }) => number < dropped.number);
    const isCut = dropped && remaining && remaining.length > 0;
    stored.set(
      name,
      isCut ? { ...walk, entries: remaining, upTo: dropped.number - 1n } : { ...walk, entries },
    );
    for (const oldest of stored.keys()) {
      if (stored.size <= maxWalks) break;
      stored.delete(oldest);
    }
  }

  return async ({ of: name, after, final, readPage }) => {
    let walk = resume(name, { after, final });
    const isWhole = (): boolean =>
      walk.rest === undefined || (walk.rest !== 'all' && walk.rest.from <= after);
    for (let remaining = limits.pages; !isWhole() && remaining > 0; remaining--) {
      const { entries, rest } = await readPage(walk.rest === 'all' ? undefined : walk.rest?.next);
      walk = { upTo: walk.upTo, entries: [...walk.entries, ...entries], ...(rest ? { rest } : {}) };
    }
    if (!isWhole()) {
      store(name, walk);
      return { entries: [], until: after };
    }
    const wanted = walk.entries.filter(({ number }) => number > after).reverse();
    const last = wanted[limits.entries - 1]?.number;
    const next = last === undefined ? undefined : wanted.find(({ number }) => number > last);
    if (last === undefined || next === undefined) return { entries: wanted, until: walk.upTo };
    // Store the returned entries too: the caller may lose them.
    if (last < walk.upTo) store(name, walk);
    const isAllFinal = next.number > walk.upTo;
    const until = isAllFinal ? walk.upTo : next.number - 1n;
    return { entries: wanted.filter(({ number }) => number <= last), until };
  };
}
