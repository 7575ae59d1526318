import { describe, expect, it } from 'vitest';
import { coinPostings, makePostings } from '../../../src/core/books/make-postings.ts';
import type { BookedToken } from '../../../src/core/books/posting.ts';
import type { LeaseId, SwapId } from '../../../src/core/swap/ids.ts';
import type { EntryDraft } from '../../../src/ports/stores/book-store.ts';
import { contradict, failedByMistake, gone, payAgain } from './contradiction.ts';
import {
  committed,
  fee,
  holder,
  hour,
  included,
  newWorld,
  randomTxId,
  type Under,
  type World,
} from './fixture.ts';
import { resolve, toReview } from './resolution.ts';

const wholeFuture = Date.UTC(2200, 0);

/** By how much each transaction changed the account's coins. */
type OnChain = Readonly<Record<string, bigint>>;

/** What is new of a swap: the journal may have the swaps of many tests beside it. */
async function entryOf(world: World, id: SwapId, onChain: OnChain): Promise<EntryDraft> {
  const due = await world.journal.unbooked(wholeFuture, 100_000);
  const swap = due.find(({ swapId }) => swapId === id);
  if (!swap) throw new Error(`nothing of ${id} is to be booked`);
  const facts = await world.journal.bookFacts(id);
  const { family, chain, token, symbol, decimals } = facts.job.from;
  const coin: BookedToken = { family, chain, token, symbol, decimals, listed: true };
  const postings = makePostings(facts, () => coin);
  const changes = await Promise.all(
    facts.touched.map(async ({ txId, account, isGone }) => ({
      ...{ chain, txId, account, change: isGone ? 0n : (onChain[txId] ?? 0n) },
      booked: await world.journal.bookedCoins({ chain, txId, account, token }),
    })),
  );
  return {
    ...swap,
    postings: [...postings, ...coinPostings(postings, changes, () => coin, facts)],
  };
}

/** Books what is new of a swap. */
async function book(world: World, id: SwapId, onChain: OnChain): Promise<[string, bigint][]> {
  const entry = await entryOf(world, id, onChain);
  const { postings } = entry;
  expect(await world.journal.recordEntry(entry)).toBe(postings.length > 0);
  return postings.map(({ kind, amount }) => [kind, amount]);
}

async function bookedOn({ raw, chain }: World): Promise<bigint> {
  const [row] = await raw(
    `select coalesce(sum(amount), 0)::text as sum from book_postings where chain = '${chain}'`,
  );
  return BigInt(String(row?.sum));
}

/** The end of a swap by its last proof, or else by a person. */
async function end(world: World, id: SwapId, as: 'paid' | 'unpaid'): Promise<void> {
  const { state } = (await world.snapshot(id)).swap;
  if (state === 'executing' || state === 'confirming' || state === 'settling')
    await toReview(world, id, as === 'paid' ? 'in_flight' : 'unknown');
  if ((await world.snapshot(id)).swap.state === 'needs_review') await resolve(world, id, as);
}

/** Three swaps that one message of a TON wallet pays. */
async function batchOf(under: Under) {
  const world = await newWorld(under(), 'ton');
  const ids = [await world.ready(), await world.ready(), await world.ready()] as const;
  const orderOf = async (swapId: SwapId) => {
    const { order } = await world.snapshot(swapId);
    if (!order) throw new Error('no order');
    return { swapId, orderId: order.id };
  };
  const joined = [await orderOf(ids[1]), await orderOf(ids[2])];
  const granted = await world.lease(ids[0], { chainNonce: 7n });
  if (granted.kind !== 'leased') throw new Error(`refused: ${granted.refusal.kind}`);
  const { leaseId } = granted;
  for (const { swapId } of joined)
    await world.journal.joinLease({
      ...(await world.leaseRequest(swapId, { chainNonce: 7n, holder, hold: hour })),
      leaseId,
    });
  const txId = randomTxId();
  const terms = { fee: { family: 'ton', walletFee: 10n }, expires: 5_000n, txId } as const;
  const { orderId } = await orderOf(ids[0]);
  committed(await world.commit(ids[0], leaseId, { ...terms, orderId, joined }));
  const { amount } = (await world.snapshot(ids[0])).swap.job;
  return { world, ids, leaseId, txId, amount };
}

const batchBlock = { number: 90n, hash: '0xb' };
const outcomeOf = (results: boolean[]) => ({
  succeeded: results.every(Boolean),
  results,
  feePaid: 22n,
});

async function proveBatch(
  world: World,
  { swapId, leaseId, txId }: { swapId: SwapId; leaseId: LeaseId; txId: string },
  results: boolean[],
): Promise<void> {
  const anchor = { number: 100n, hash: '0xa' };
  const evidence = { rule: 'test', endpoints: ['node-1'], anchor, answers: {} };
  const outcome = { block: batchBlock, ...outcomeOf(results) };
  const proof = { kind: 'landed', txId, ...outcome, evidence } as const;
  await world.journal.prove({ swapId, version: await world.version(swapId), leaseId, proof });
}

/** The books of swaps whose proofs change after their end. */
export function describeBooking(under: Under): void {
  describe('books after a superseded proof', () => {
    it('have the difference, until they show what the chain does, as often as it changes', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      const { amount } = (await world.snapshot(id)).swap.job;
      await world.prove(id, leaseId, { txId, succeeded: false, feePaid: 21n });
      const reason = { code: 'PAYMENT_REVERTED', message: 'it failed' };
      const version = await world.version(id);
      await world.journal.transition({
        ...{ swapId: id, version, state: 'failed', fundsState: 'untouched', reason },
      });
      expect(await book(world, id, { [txId]: -24n })).toEqual([
        ['network-fee', -21n],
        ['charge', -3n],
      ]);

      const land = async (): Promise<void> => {
        await contradict(world, { leaseId, txId }, included(90n, 'final'));
        await world.prove(id, leaseId, { txId, succeeded: true, feePaid: 21n });
        await resolve(world, id, 'paid');
      };
      const vanish = async (): Promise<void> => {
        await contradict(world, { leaseId, txId }, gone);
        await world.prove(id, leaseId, { stranger: true });
        await resolve(world, id, 'unpaid');
      };
      const landed = { [txId]: -24n - amount };
      await land();
      expect(await book(world, id, landed)).toEqual([['payment', -amount]]);
      for (const _ of ['once', 'twice']) {
        await vanish();
        expect(await book(world, id, {})).toEqual([
          ['payment', amount],
          ['network-fee', 21n],
          ['return', 3n],
        ]);
        await land();
        expect(await book(world, id, landed)).toEqual([
          ['payment', -amount],
          ['network-fee', -21n],
          ['charge', -3n],
        ]);
      }
    });

    it.each(['bump', 'cancel'] as const)(
      'show the attempt that landed, be it the first one or its %s',
      async (kind) => {
        const world = await newWorld(under());
        const { id, leaseId, txId } = await world.paid();
        const { amount } = (await world.snapshot(id)).swap.job;
        const second = randomTxId();
        const dearer = { ...fee, maxFeePerGas: 20n };
        committed(await world.commit(id, leaseId, { kind, txId: second, fee: dearer }));
        const onChain = {
          [txId]: -22n - amount,
          [second]: kind === 'bump' ? -33n - amount : -33n,
        };
        await world.prove(id, leaseId, { txId: second, feePaid: 30n });
        await end(world, id, kind === 'bump' ? 'paid' : 'unpaid');
        await book(world, id, onChain);
        expect(await bookedOn(world)).toBe(onChain[second]);
        for (const [landed, other] of [
          [txId, second],
          [second, txId],
        ] as const) {
          await contradict(world, { leaseId, txId: other }, gone);
          const seen = { latest: 200n, final: 150n };
          await world.observe({ [landed]: included(91n, 'final') }, seen);
          await world.prove(id, leaseId, { txId: landed, block: 91n });
          await end(world, id, landed === txId || kind === 'bump' ? 'paid' : 'unpaid');
          await book(world, id, onChain);
          expect(await bookedOn(world)).toBe(onChain[landed]);
        }
      },
    );

    it('add up for swaps that share a transaction, whichever is booked first', async () => {
      const { world, ids, leaseId, txId, amount } = await batchOf(under);
      const [first, second, third] = ids;
      const prove = (results: boolean[]) =>
        proveBatch(world, { swapId: first, leaseId, txId }, results);
      const seen = (results: boolean[]) => {
        const inclusion = { status: 'final', block: batchBlock, ...outcomeOf(results) } as const;
        return contradict(world, { leaseId, txId }, inclusion);
      };
      const bookAll = async (change: bigint, order: readonly SwapId[]) => {
        for (const id of order) await book(world, id, { [txId]: change });
        expect(await bookedOn(world)).toBe(change);
      };
      await prove([true, false, true]);
      for (const id of ids) await end(world, id, id === second ? 'unpaid' : 'paid');
      await bookAll(-27n - 2n * amount, ids);

      await seen([true, true, true]);
      await prove([true, true, true]);
      for (const id of ids) await end(world, id, 'paid');
      await bookAll(-27n - 3n * amount, [second, third, first]);

      await contradict(world, { leaseId, txId }, gone);
      await world.prove(first, leaseId, { stranger: true });
      for (const id of ids) await end(world, id, 'unpaid');
      await bookAll(0n, [third, first, second]);

      await seen([false, true, true]);
      await prove([false, true, true]);
      for (const id of ids) await end(world, id, id === first ? 'unpaid' : 'paid');
      await bookAll(-27n - 2n * amount, ids);
    });

    it('leave what another process has booked meanwhile for the next round', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      const { amount } = (await world.snapshot(id)).swap.job;
      await world.prove(id, leaseId, { txId, feePaid: 21n });
      await end(world, id, 'paid');
      const slow = await entryOf(world, id, { [txId]: -21n - amount });
      await contradict(world, { leaseId, txId }, gone);
      await world.prove(id, leaseId, { stranger: true });
      await end(world, id, 'unpaid');
      const stale = await entryOf(world, id, {});
      expect(await world.journal.recordEntry(slow)).toBe(true);
      expect(await world.journal.recordEntry(stale)).toBe(false);
      expect(await book(world, id, {})).toEqual([
        ['payment', amount],
        ['network-fee', 21n],
      ]);
      expect(await bookedOn(world)).toBe(0n);
    });

    it('have both payments if one that failed has landed after another one', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      const { id } = paid;
      const { amount } = (await world.snapshot(id)).swap.job;
      const second = await payAgain(world, id);
      await world.prove(id, second.leaseId, { txId: second.txId });
      await world.settle(id);
      const onChain = { [paid.txId]: -21n, [second.txId]: -21n - amount };
      await book(world, id, onChain);
      expect(await bookedOn(world)).toBe(-42n - amount);

      await contradict(world, paid, included(90n, 'final'));
      await world.prove(id, paid.leaseId, { txId: paid.txId, feePaid: 22n });
      expect((await world.snapshot(id)).swap.reason?.code).toBe('PROOF_CONTRADICTED');
      await resolve(world, id, 'paid');
      await book(world, id, { ...onChain, [paid.txId]: -22n - amount });
      expect(await bookedOn(world)).toBe(-43n - 2n * amount);
    });
  });
}
