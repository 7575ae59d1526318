import { describe, expect, it } from 'vitest';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import {
  createHistoryScan,
  type Entry,
} from '../../../../src/families/shared/payments/history-scan.ts';
import {
  type ListPosition,
  readOverlapping,
} from '../../../../src/families/shared/payments/read-overlapping.ts';
import { type Random, seededRandom } from '../../../chaos/random.ts';

const confirmations = 3n;
const limits = { pages: 4, entries: 5, stored: 12 };

interface Listed extends Entry {
  id: string;
}

/** An account's history as a server lists it. The chain grows, and its end is replaced. */
function createHistory(random: Random) {
  /** Oldest first. */
  let entries: Listed[] = [];
  let height = 10n;
  let named = 0;
  return {
    final: () => height - confirmations,
    entries: () => entries,
    grow(blocks: number, busy: number) {
      for (let block = 0; block < blocks; block++) {
        height += 1n;
        const count = random.chance(busy) ? random.between(1, 7) : 0;
        for (let one = 0; one < count; one++) entries.push({ id: `${named++}`, number: height });
      }
    },
    replaceNewest() {
      const left = entries.filter(({ number }) => number <= height - confirmations);
      const taken = entries.slice(left.length).filter(() => random.chance(0.7));
      const moved = taken.map(({ number }) => ({ id: `${named++}`, number }));
      entries = [...left, ...moved];
    },
    /** Pages of any length from two on. Empty if the cursor is unknown. */
    async list(behind: string | undefined): Promise<Listed[]> {
      const newestFirst = entries.toReversed();
      const at = newestFirst.findIndex(({ id }) => id === behind);
      if (behind !== undefined && at === -1) return [];
      return newestFirst.slice(at + 1, at + 1 + random.between(2, 6));
    },
  };
}

describe('reading a history back', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))(
    'leaves out nothing that is final, whatever comes and goes meanwhile (seed %i)',
    async (seed) => {
      const random = seededRandom(seed, 'look-back');
      const history = createHistory(random);
      history.grow(random.between(0, 40), 0.7);
      let historyScan = createHistoryScan<Listed, ListPosition>(limits);
      // The scans take turns, each from where its last one ended.
      const watchers = [0n, 5n].map((after) => ({
        start: after,
        after,
        seen: new Map<string, Listed>(),
      }));

      async function look(watcher: (typeof watchers)[number]): Promise<void> {
        let pages = 0;
        const { after } = watcher;
        const final = history.final();
        const scanned = await historyScan({
          of: 'account',
          after,
          final,
          readPage(cursor) {
            pages += 1;
            return readOverlapping({ host: 'server' }, history.list, cursor);
          },
        });
        expect(pages).toBeLessThanOrEqual(limits.pages);
        const { entries, until } = scanned;
        expect(until).toBeGreaterThanOrEqual(after);
        expect(until).toBeLessThanOrEqual(final);
        expect(entries.every(({ number }) => number > after)).toBe(true);
        // A bounded number of entries, rounded up to whole blocks.
        expect(entries.length).toBeLessThan(limits.entries + 7);
        const sorted = entries.toSorted((one, other) => Number(one.number - other.number));
        expect(entries).toEqual(sorted);
        for (const entry of entries) if (entry.number <= until) watcher.seen.set(entry.id, entry);
        watcher.after = until;
      }

      /** The cursor may be gone. Then the scan fails, and the next one begins again. */
      async function tryToLook(watcher: (typeof watchers)[number]): Promise<void> {
        await look(watcher).catch((error: unknown) => {
          if (!(error instanceof FerrymanError) || error.code !== 'RPC_UNAVAILABLE') throw error;
        });
      }

      for (let step = 0; step < 60; step++) {
        if (random.chance(0.5)) history.grow(random.between(1, 4), 0.4);
        if (random.chance(0.2)) history.replaceNewest();
        if (random.chance(0.1)) historyScan = createHistoryScan(limits);
        if (random.chance(0.7)) await tryToLook(random.pick(watchers));
      }
      for (const watcher of watchers) {
        for (let left = 2_000; watcher.after < history.final() && left > 0; left--)
          await tryToLook(watcher);
        expect(watcher.after).toBe(history.final());
        const expected = history
          .entries()
          .filter(({ number }) => number > watcher.start && number <= history.final());
        expect([...watcher.seen.keys()]).toEqual(expected.map(({ id }) => id));
      }
    },
  );

  it('reads one short page if nothing is new', async () => {
    const historyScan = createHistoryScan<Listed, ListPosition>(limits);
    const asked: (string | undefined)[] = [];
    const list = async (behind: string | undefined): Promise<Listed[]> => {
      asked.push(behind);
      return [
        { id: 'newer', number: 7n },
        { id: 'older', number: 3n },
      ];
    };
    const readPage = (cursor: ListPosition | undefined) =>
      readOverlapping({ host: 'server' }, list, cursor);
    expect(await historyScan({ of: 'account', after: 7n, final: 20n, readPage })).toEqual({
      entries: [],
      until: 20n,
    });
    expect(asked).toEqual([undefined]);
  });

  it.each([
    [
      'begins again',
      async () => [
        { id: 'one', number: 9n },
        { id: 'two', number: 8n },
      ],
    ],
    [
      'is not in order',
      async () => [
        { id: 'one', number: 8n },
        { id: 'two', number: 9n },
      ],
    ],
    [
      'does not know where it was',
      async (behind: string | undefined) =>
        behind === undefined
          ? [
              { id: 'one', number: 9n },
              { id: 'two', number: 8n },
            ]
          : [],
    ],
  ])('does not mistake for the end that a list %s', async (_, list) => {
    const historyScan = createHistoryScan<Listed, ListPosition>(limits);
    const readPage = (cursor: ListPosition | undefined) =>
      readOverlapping({ host: 'server' }, list, cursor);
    await expect(
      historyScan({ of: 'account', after: 1n, final: 20n, readPage }),
    ).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
    });
  });
});
