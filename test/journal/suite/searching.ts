import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSearchText } from '../../../src/core/operator/search-text.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import type { SwapCriteria } from '../../../src/ports/stores/swap-store.ts';
import { hour, newWorld, randomTxId, type Under, type World } from './fixture.ts';

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** What the filter grammar means, and that a filter finds all, not a page. */
export function describeSearching(under: Under): void {
  const idsOf = async ({ journal }: World, criteria: SwapCriteria): Promise<SwapId[]> =>
    (await journal.listSwaps({ ...criteria, limit: 50 })).swaps.map(({ swap }) => swap.id);
  const found = (world: World, text: string): Promise<SwapId[]> =>
    idsOf(world, { search: readSearchText(text) });

  describe('a free search', () => {
    it('finds a swap by whatever of it somebody has at hand', async () => {
      const world = await newWorld(under());
      const [receiver, refundAddress] = [`0x${hex(20)}`, `0x${hex(20).toUpperCase()}`];
      const invoice = `Invoice ${hex(6)}`;
      const { id } = await world.submit({ receiver, refundAddress, metadata: { invoice } });
      const { idempotencyKey } = (await world.snapshot(id)).swap;
      for (const text of [
        id,
        id.slice(0, 13),
        id.toUpperCase(),
        idempotencyKey,
        idempotencyKey.slice(0, 20),
        receiver,
        receiver.toUpperCase().replace('0X', '0x'),
        receiver.slice(0, 12),
        refundAddress,
        world.wallet.address,
        invoice,
        invoice.toLowerCase(),
        ` ${invoice.slice(0, 14)} `,
      ])
        expect({ text, ids: await found(world, text) }).toEqual({ text, ids: [id] });
      expect(await found(world, `${invoice}0`)).toEqual([]);
      expect(await found(world, '%')).toEqual([]);
    });

    it('keeps to the swaps that are named', async () => {
      const world = await newWorld(under());
      const [first, second] = [await world.submit(), await world.submit()];
      await world.submit();
      const ids = [first.id, second.id, first.id, randomUUID() as SwapId];
      expect(await idsOf(world, { ids })).toEqual([second.id, first.id]);
      expect(await idsOf(world, { ids, states: ['settled'] })).toEqual([]);
    });

    it('finds a swap by its transactions, in any spelling', async () => {
      const world = await newWorld(under());
      const { id, txId, leaseId } = await world.paid();
      await world.submit();
      const bump = randomTxId();
      await world.commit(id, leaseId, { kind: 'bump', txId: bump });
      for (const hash of [txId, bump])
        for (const text of [
          hash,
          hash.slice(2),
          hash.slice(2).toUpperCase(),
          hash.slice(0, 14),
          hash.slice(2, 14).toUpperCase(),
        ])
          expect({ text, ids: await found(world, text) }).toEqual({ text, ids: [id] });
    });

    it('finds a swap by its order, its deposit, and where it was paid to', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit({ flow: 'deposit' });
      await world.quote(id);
      const exchangeId = `Order-${hex(6)}`;
      const address = `0x${hex(20)}`;
      const orderId = await world.swapData(id, {
        provider: 'changenow',
        deposit: {
          chain: world.chain,
          address,
          account: address,
          amount: 1_000n,
          exchangeId,
          anchor: 100n,
          watchFor: 3_600_000,
        },
      });
      const txId = randomTxId();
      const payment = {
        txId,
        index: 0,
        amount: 1_000n,
        block: { number: 101n, hash: '0xb' },
        final: true,
        at: Date.UTC(2026, 0, 2),
      };
      await world.journal.recordDeposits([
        { orderId, swapId: id, payments: [payment], scannedUntil: 110n },
      ]);
      for (const text of [exchangeId, exchangeId.toLowerCase(), address, txId, txId.slice(2, 20)])
        expect({ text, ids: await found(world, text) }).toEqual({ text, ids: [id] });
      expect(await idsOf(world, { providers: ['changenow'], chain: world.chain })).toEqual([id]);
    });

    it('finds swaps by the words of what went wrong', async () => {
      const world = await newWorld(under());
      const word = `gremlin${hex(4).replaceAll(/\d/g, 'x')}`;
      const { id, version } = await world.submit();
      const reason = { code: 'FUNDS_UNKNOWN', message: `a ${word} was seen 100% surely` };
      await world.journal.transition({
        swapId: id,
        version,
        state: 'needs_review',
        fundsState: 'unknown',
        reason,
      });
      expect(await found(world, word)).toEqual([id]);
      expect(await found(world, `${word} was SEEN 100%`)).toEqual([id]);
      const own = { wallet: world.wallet.name };
      expect(await idsOf(world, { ...own, error: 'FUNDS_UNKNOWN' })).toEqual([id]);
      expect(await idsOf(world, { ...own, error: 'ROUTER_NO_ROUTE' })).toEqual([]);
      expect(await idsOf(world, { ...own, search: readSearchText('funds_unknown') })).toEqual([id]);
    });
  });

  describe('a filter', () => {
    it('joins its criteria with "and"', async () => {
      const world = await newWorld(under());
      const receiver = `0x${hex(20)}`;
      const tagged = (change: Partial<Job>) => world.submit({ receiver, ...change });
      const one = await tagged({ metadata: { team: 'payroll', batch: 'a=b' } });
      const two = await tagged({ metadata: { team: 'treasury' }, flow: 'deposit' });
      const ids = (criteria: SwapCriteria) => idsOf(world, { receiver, ...criteria });
      expect(await ids({})).toEqual([two.id, one.id]);
      expect(await ids({ metadata: { key: 'team', value: 'payroll' } })).toEqual([one.id]);
      expect(await ids({ metadata: { key: 'team' } })).toEqual([two.id, one.id]);
      expect(await ids({ metadata: { key: 'batch', value: 'a=b' } })).toEqual([one.id]);
      expect(await ids({ flow: 'deposit' })).toEqual([two.id]);
      expect(await ids({ toToken: 'usdc', fromToken: 'ETH' })).toEqual([two.id, one.id]);
      expect(await ids({ toToken: 'DAI' })).toEqual([]);
      expect(await ids({ fundsStates: ['in_flight'] })).toEqual([]);
      expect(await ids({ states: ['requested'], fromChain: world.chain })).toEqual([
        two.id,
        one.id,
      ]);
      expect(await ids({ toChain: 'OTHER' })).toEqual([]);
      expect(await ids({ createdAfter: one.createdAt, createdBefore: two.createdAt })).toEqual([
        two.id,
        one.id,
      ]);
      expect(await ids({ createdAfter: two.createdAt + 1 })).toEqual([]);
      expect(await ids({ updatedBefore: one.createdAt - 1 })).toEqual([]);
      expect(await ids({ retryOf: one.id })).toEqual([]);
      await world.journal.cancel(one.id);
      const retried = await world.journal.retry({ swapId: one.id, maxGenerations: 3, now: 0 });
      expect(await ids({ retryOf: one.id })).toEqual([
        retried.kind === 'retried' ? retried.swapId : undefined,
      ]);
    });

    it('finds all that match, and goes on where a page ended, whichever index serves it', async () => {
      const world = await newWorld(under());
      const mark = randomUUID();
      const ids: SwapId[] = [];
      for (let count = 0; count < 9; count++)
        ids.push((await world.submit({ metadata: { mark, odd: `${count % 2}` } })).id);
      const odd = ids.filter((_, index) => index % 2 === 1).toReversed();
      const createdAfter = Date.now() - hour;
      const criteria: SwapCriteria[] = [
        { metadata: { key: 'mark', value: mark }, createdAfter },
        { search: readSearchText(mark), wallet: world.wallet.name, createdAfter },
        { chain: world.chain, states: ['requested'], createdAfter },
      ];
      for (const one of criteria) {
        const seen: SwapId[] = [];
        let cursor: string | undefined;
        do {
          const page = await world.journal.listSwaps({
            ...one,
            limit: 2,
            ...(cursor === undefined ? {} : { cursor }),
          });
          seen.push(...page.swaps.map(({ swap }) => swap.id));
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        expect(seen).toEqual(ids.toReversed());
        expect(await world.journal.matchingSwaps(one, 100)).toEqual(ids.toReversed());
      }
      const ofOdd = { metadata: { key: 'odd', value: '1' }, wallet: world.wallet.name };
      expect(await world.journal.matchingSwaps(ofOdd, 100)).toEqual(odd);
      expect(await world.journal.matchingSwaps(ofOdd, 2)).toEqual(odd.slice(0, 2));
    });

    it('takes any number and length of metadata', async () => {
      const world = await newWorld(under());
      const metadata = Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [`key-${index}`, 'é'.repeat(512)]),
      );
      const { id } = await world.submit({ metadata });
      const own = { wallet: world.wallet.name };
      const whole = { key: 'key-0', value: 'é'.repeat(512) };
      expect(await idsOf(world, { ...own, metadata: whole })).toEqual([id]);
      expect(
        await idsOf(world, { ...own, metadata: { ...whole, value: 'é'.repeat(511) } }),
      ).toEqual([]);
    });
  });
}
