import { describe, expect, it } from 'vitest';
import { coinPostings, makePostings } from '../../../src/core/books/make-postings.ts';
import type { BookedToken } from '../../../src/core/books/posting.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import { contradict, gone } from './contradiction.ts';
import { included, newWorld, type Under, type World } from './fixture.ts';
import { resolve } from './resolution.ts';

const wholeFuture = Date.UTC(2200, 0);

/** The books of swaps whose proofs change after their end. */
export function describeBooking(under: Under): void {
  describe('books after a superseded proof', () => {
    /** Books what is new of a swap. On the chain its transaction took what it says, and a charge of 3. */
    async function book(world: World, id: SwapId, onChain: bigint): Promise<[string, bigint][]> {
      const due = await world.journal.unbooked(wholeFuture, 100);
      const swap = due.find(({ swapId }) => swapId === id);
      if (!swap) throw new Error(`nothing of ${id} is to be booked`);
      const facts = await world.journal.bookFacts(id);
      const { family, chain, token, symbol, decimals } = facts.job.from;
      const coin: BookedToken = { family, chain, token, symbol, decimals, listed: true };
      const postings = makePostings(facts, () => coin);
      const changes = await Promise.all(
        facts.touched.map(async ({ txId, account, isGone }) => ({
          ...{ chain, txId, account, change: isGone ? 0n : onChain },
          booked: await world.journal.bookedCoins({ chain, txId, account, token }),
        })),
      );
      const all = [...postings, ...coinPostings(postings, changes, () => coin, facts)];
      expect(await world.journal.recordEntry({ ...swap, postings: all })).toBe(true);
      return all.map(({ kind, amount }) => [kind, amount]);
    }

    it('have the difference, until they show what the chain does', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      const { amount } = (await world.snapshot(id)).swap.job;
      const prove = async (succeeded: boolean): Promise<void> => {
        await contradict(world, { leaseId, txId }, included(90n, 'final'));
        await world.prove(id, leaseId, { txId, succeeded, feePaid: 21n });
      };
      await world.prove(id, leaseId, { txId, succeeded: false, feePaid: 21n });
      const reason = { code: 'PAYMENT_REVERTED', message: 'it failed' };
      const version = await world.version(id);
      await world.journal.transition({
        ...{ swapId: id, version, state: 'failed', fundsState: 'untouched', reason },
      });
      expect(await book(world, id, -24n)).toEqual([
        ['network-fee', -21n],
        ['charge', -3n],
      ]);

      await prove(true);
      await resolve(world, id, 'paid');
      expect(await book(world, id, -24n - amount)).toEqual([['payment', -amount]]);

      await contradict(world, { leaseId, txId }, gone);
      await world.prove(id, leaseId, { stranger: true });
      await resolve(world, id, 'unpaid');
      expect(await book(world, id, 0n)).toEqual([
        ['payment', amount],
        ['network-fee', 21n],
        ['return', 3n],
      ]);
    });
  });
}
