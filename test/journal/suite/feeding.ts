import { describe, expect, it } from 'vitest';
import { continueFeed } from '../../../src/journal/operations/feed.ts';
import {
  type FeedItem,
  type FeedPosition,
  feedStart,
} from '../../../src/ports/stores/feed-store.ts';
import { newWorld, type Under, type World } from './fixture.ts';

/** All that the feed has past a position, read in small pages. */
async function readAll(
  { journal }: Pick<World, 'journal'>,
  from: FeedPosition,
): Promise<FeedItem[]> {
  const items: FeedItem[] = [];
  for (;;) {
    const after = items.at(-1)?.position ?? from;
    const page = await journal.readFeed({ after, limit: 3 });
    items.push(...page);
    if (page.length === 0) return items;
  }
}

/** The feed of all events. */
export function describeFeed(under: Under): void {
  describe('the feed', () => {
    it('has every event of every swap once and in its order, with how the swap stood', async () => {
      const world = await newWorld(under());
      const { journal } = world;
      const before = await journal.feedEnd();
      const ids = [await world.ready(), await world.ready()];
      const items = await readAll(world, before);
      for (const id of ids) {
        const own = items.filter((item) => item.kind === 'swap' && item.swap.id === id);
        const events = await journal.events(id);
        expect(own).toMatchObject(
          events.map((event) => ({ event, swap: { wallet: world.wallet.name } })),
        );
        const [first] = own;
        expect(first).toMatchObject({
          standing: { state: 'requested', fundsState: 'untouched' },
          swap: { fromChain: world.chain },
        });
        expect(first).not.toHaveProperty('before');
        const { swap } = await world.snapshot(id);
        expect(own.at(-1)).toMatchObject({ standing: { state: swap.state } });
        expect(await journal.readFeed({ after: feedStart, limit: 100, swapId: id })).toEqual(own);
      }
      expect((await journal.feedEnd()).number).toBe(items.at(-1)?.position.number);
      expect(await readAll(world, await journal.feedEnd())).toEqual([]);
    });

    it('knows an event by its place and hash', async () => {
      const world = await newWorld(under());
      const before = await world.journal.feedEnd();
      await world.submit();
      const [item] = await readAll(world, before);
      if (!item) throw new Error('nothing in the feed');
      expect(await world.journal.feedHash(item.position)).toBe(item.position.hash);
      const elsewhere = { ...item.position, seq: 99 };
      expect(await world.journal.feedHash(elsewhere)).toBeUndefined();
    });

    it('tells once that a wallet was frozen, and that a person released it', async () => {
      const world = await newWorld(under());
      const { journal, wallet } = world;
      const before = await journal.feedEnd();
      const freeze = (reason: string) =>
        world.raw(`update wallets set frozen_reason = '${reason}' where id = '${wallet.id}'`);
      await freeze('x');
      await world.raw(`update wallets set frozen_reason = frozen_reason where id = '${wallet.id}'`);
      const { id: walletId } = wallet;
      await journal.unfreezeWallet({ walletId, by: 'a', reason: 'b', chainNonces: new Map() });
      expect(await readAll(world, before)).toMatchObject([
        { kind: 'notice', type: 'wallet_frozen', wallet: wallet.name, data: { reason: 'x' } },
        { kind: 'notice', type: 'wallet_unfrozen', wallet: wallet.name },
      ]);
    });

    it('goes on above what it has in a cluster that counts from below', async () => {
      const world = await newWorld(under());
      await world.raw('update event_feed set transaction_offset = transaction_offset + 1000000');
      await world.submit();
      const before = await world.journal.feedEnd();
      // As after a restore: the ids of transactions start again.
      await world.raw('update event_feed set transaction_offset = transaction_offset - 1000000');
      await openAgain(world);
      const { id } = await world.submit();
      expect(await readAll(world, before)).toMatchObject([{ swap: { id } }]);
    });
  });
}

/** What opening the journal does. */
async function openAgain({ raw }: World): Promise<void> {
  const session = {
    query: async <Row>(text: string) => (await raw(text)) as Row[],
  };
  await continueFeed({
    ...session,
    transaction: (run: (own: typeof session) => unknown) => run(session),
    close: async () => undefined,
  } as never);
}
