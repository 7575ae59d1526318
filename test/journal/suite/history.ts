import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import { encodeJson } from '../../../src/journal/json.ts';
import type { SwapFilter, SwapView } from '../../../src/ports/stores/swap-store.ts';
import { until } from '../../support/until.ts';
import {
  committed,
  included,
  leased,
  newWorld,
  randomTxId,
  spender,
  stepOf,
  type Under,
} from './fixture.ts';

export function describeHistory(under: Under): void {
  describe('history', () => {
    it('chains the events of a swap, so that none can be changed unnoticed', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId, attemptId } = await world.paid();
      await world.journal.recordSent(attemptId, {
        kind: 'accepted',
        message: 'naïve "ünïcode" \n',
      });
      await world.observe({ [txId]: included(90n) });
      await world.prove(id, leaseId, { txId });
      const events = await world.journal.events(id);
      expect(events.map(({ type }) => type)).toEqual([
        'swap_submitted',
        'quote_recorded',
        'swap_data_received',
        'lease_taken',
        'attempt_committed',
        'attempt_sent',
        'attempt_observed',
        'lease_proven',
      ]);
      expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      let previous = '';
      for (const { seq, type, at, data, hash } of events) {
        previous = createHash('sha256')
          .update(previous + encodeJson({ seq, type, at, data, swapId: id }))
          .digest('hex');
        expect(hash).toBe(previous);
      }
    });

    it('raises the version once per change', async () => {
      const world = await newWorld(under());
      const { id, version } = await world.submit();
      const { journal } = world;
      const orderId = await world.quote(id);
      expect(await journal.markRequested({ swapId: id, version: version + 1, orderId })).toBe(
        version + 2,
      );
      await world.swapData(id, { version: version + 2 });
      await journal.closeOrder({
        swapId: id,
        version: version + 3,
        reason: { code: 'X', message: 'why' },
      });
      const { swap, order } = await world.snapshot(id);
      expect(swap).toMatchObject({
        state: 'requested',
        version: version + 4,
        reason: { code: 'X', message: 'why' },
      });
      expect(order).toBeUndefined();
    });

    it('writes nothing for an old version', async () => {
      const world = await newWorld(under());
      const { id, version } = await world.submit();
      const orderId = await world.quote(id);
      const before = await world.snapshot(id);
      const stale = { swapId: id, version };
      const reason = { code: 'X', message: 'x' };
      const { journal } = world;
      const writes = [
        () => world.quote(id, stale),
        () => world.swapData(id, stale),
        () => journal.markRequested({ ...stale, orderId }),
        () => journal.closeOrder({ ...stale, reason }),
        () => journal.transition({ ...stale, state: 'failed', fundsState: 'untouched' }),
        () => journal.recordStatus({ ...stale, status: 'PENDING' }),
        () => world.settle(id, stale),
      ];
      for (const write of writes)
        await expect(write()).rejects.toMatchObject({ code: 'JOURNAL_STALE' });
      expect(await world.snapshot(id)).toEqual(before);
      expect(await journal.events(id)).toHaveLength(2);
    });

    it('clears with an order its failed payment and its router status', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      const { journal } = world;
      const say = async () => {
        await journal.recordStatus({
          swapId: id,
          version: await world.version(id),
          status: 'PENDING',
        });
        return (await world.snapshot(id)).swap.routerStatus!;
      };
      const first = await say();
      await world.prove(id, leaseId, { txId, succeeded: false });
      const reason = { code: 'X', message: 'x' };
      await journal.closeOrder({ swapId: id, version: await world.version(id), reason });
      const { swap } = await world.snapshot(id);
      expect(swap).toMatchObject({ state: 'requested', fundsState: 'untouched' });
      expect(swap.routerStatus).toBeUndefined();
      await until(async () => Date.now() > first.since + 1);
      expect((await say()).since).toBeGreaterThan(first.since);
    });

    it('returns an order as it was recorded', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      const quotedAt = 1_700_000_000_123;
      await world.quote(id, {
        quotedAt,
        declaredFee: 2n ** 70n,
        minOut: 398n,
        provider: 'FIRST',
        expectedDuration: 600_000,
      });
      const orderId = await world.swapData(id, {
        minOut: 397n,
        signBy: quotedAt + 1,
        goodUntil: quotedAt + 2,
        provider: 'SECOND',
      });
      expect((await world.snapshot(id)).order).toMatchObject({
        id: orderId,
        provider: 'SECOND',
        quotedMinOut: 398n,
        expectedDuration: 600_000,
        minOut: 397n,
        quotedAt,
        signBy: quotedAt + 1,
        goodUntil: quotedAt + 2,
        destinationAnchor: 7n,
        transaction: { family: 'evm', data: '0x01', value: 1_000n },
        echo: { srcTokenAmount: '0.1' },
        signals: { warnings: [], priceImpact: '0.5', flags: [] },
        open: true,
      });
      const second = await world.quote(id);
      expect(second).not.toBe(orderId);
      expect((await world.snapshot(id)).order?.signals).toEqual({ warnings: ['7001'], flags: [] });
      expect(
        await world.raw(
          `select count(*)::int as open from orders where swap_id = '${id}' and open`,
        ),
      ).toEqual([{ open: 1 }]);
    });

    it('returns an order of one call as it was recorded, complete after one write and one event', async () => {
      const world = await newWorld(under());
      const { id, version } = await world.submit();
      const quotedAt = 1_700_000_000_123;
      const times = {
        requestedAt: quotedAt - 5,
        quotedAt,
        signBy: quotedAt + 1,
        goodUntil: quotedAt + 2,
      };
      const raw = { said: 'so' };
      const orderId = await world.bestSwap(id, {
        ...times,
        declaredFee: 2n ** 70n,
        expectedDuration: 600_000,
        raw,
      });
      const { swap, order } = await world.snapshot(id);
      expect(swap).toMatchObject({
        state: 'quoted',
        fundsState: 'untouched',
        version: version + 1,
      });
      expect(order).toEqual({
        id: orderId,
        quoteId: orderId,
        provider: 'UNISWAP_V2',
        swapType: 'on-chain',
        minOut: 397n,
        quotedMinOut: 397n,
        expectedOut: 399n,
        expectedDuration: 600_000,
        declaredFee: 2n ** 70n,
        ...times,
        destinationAnchor: 7n,
        signals: { warnings: [], priceImpact: '0.5', flags: [] },
        transaction: { family: 'evm', to: spender, data: '0x01', value: 1_000n },
        echo: expect.objectContaining({ srcTokenAmount: '0.1' }),
        open: true,
      });
      const events = await world.journal.events(id);
      expect(events.map(({ type }) => type)).toEqual(['swap_submitted', 'swap_data_received']);
      expect(events[1]?.data).toMatchObject({
        orderId,
        minOut: '397',
        to: spender,
        inOneCall: true,
      });
      const [stored] = await world.raw(
        `select quote_raw, swap_raw from orders where id = '${orderId}'`,
      );
      expect(stored).toEqual({ quote_raw: {}, swap_raw: raw });
    });

    it('has one order open, however it was made, and none while a payment lives or once the swap has ended', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      const quoted = await world.quote(id, { spender });
      const best = await world.bestSwap(id);
      expect(best).not.toBe(quoted);
      expect((await world.snapshot(id)).allowance).toBeUndefined();
      expect(await world.raw(`select state from allowance_needs where swap_id = '${id}'`)).toEqual([
        { state: 'released' },
      ]);
      await expect(world.bestSwap(id, { version: 1 })).rejects.toMatchObject({
        code: 'JOURNAL_STALE',
      });
      const paid = await world.paid();
      await expect(world.bestSwap(paid.id)).rejects.toMatchObject({
        code: 'JOURNAL_BROKEN_INVARIANT',
      });
      const ended = await world.submit();
      await world.journal.cancel(ended.id);
      await expect(world.bestSwap(ended.id)).rejects.toMatchObject({
        code: 'JOURNAL_BROKEN_INVARIANT',
      });
      expect((await world.snapshot(id)).order?.id).toBe(best);
    });

    it('pays an order of one call like any other', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      const orderId = await world.bestSwap(id);
      const { leaseId } = leased(await world.lease(id));
      committed(await world.commit(id, leaseId, { orderId }));
      expect(stepOf(await world.snapshot(id), 'swap')).toMatchObject({
        orderId,
        lease: { state: 'signed' },
      });
    });

    it('stores each router status, and adds an event only for a new one', async () => {
      const world = await newWorld(under());
      const { id, version } = await world.submit();
      const { journal } = world;
      const destination = { chain: 'ETH', txId: randomTxId() };
      await journal.wait({ swapId: id, version, holder: 'h', delay: 0, failed: true });
      await journal.recordStatus({ swapId: id, version, status: 'PENDING' });
      expect((await world.snapshot(id)).swap.consecutiveFailures).toBe(0);
      const first = (await world.snapshot(id)).swap.routerStatus;
      await journal.recordStatus({ swapId: id, version: version + 1, status: 'PENDING' });
      const again = (await world.snapshot(id)).swap.routerStatus;
      expect(again).toMatchObject({ since: first!.since, firstAskedAt: first!.firstAskedAt });
      await journal.recordStatus({
        swapId: id,
        version: version + 2,
        status: 'SUCCESS',
        destination,
      });
      const { swap } = await world.snapshot(id);
      expect(swap.version).toBe(version + 3);
      expect(swap.routerStatus).toMatchObject({ status: 'SUCCESS', destination });
      expect(swap.routerStatus!.firstAskedAt).toBe(first!.firstAskedAt);
      expect(swap.routerStatus!.since).toBe(swap.routerStatus!.at);
      expect((await journal.events(id)).map(({ type }) => type)).toEqual([
        'swap_submitted',
        'status_received',
        'status_received',
      ]);
    });

    it('stores the observed payout of an attempt, for the block that it is in and no other', async () => {
      const world = await newWorld(under());
      const { id, attemptId, txId } = await world.paid();
      await world.observe({ [txId]: included(90n) });
      const transfers = [{ index: -3, token: evmNativeToken, amount: 7n }];
      const record = async (block: { number: bigint; hash: string }): Promise<void> =>
        world.journal.recordObservedPayout({
          swapId: id,
          version: await world.version(id),
          attemptId,
          sighting: { block, transfers },
        });
      await record({ number: 90n, hash: '0x90' });
      const seen = async () =>
        stepOf(await world.snapshot(id), 'swap')?.lease?.attempts[0]?.sighting;
      expect(await seen()).toEqual({ block: { number: 90n, hash: '0x90' }, transfers });
      await expect(record({ number: 90n, hash: '0x91' })).rejects.toMatchObject({
        code: 'JOURNAL_STALE',
      });
      await world.observe({ [txId]: { status: 'pending' } });
      await expect(record({ number: 90n, hash: '0x90' })).rejects.toMatchObject({
        code: 'JOURNAL_STALE',
      });
    });

    it('clears the reported transaction if another status reports none', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      const destination = { chain: 'ETH', txId: randomTxId() };
      const say = async (status: string, named?: typeof destination) =>
        world.journal.recordStatus({
          swapId: id,
          version: await world.version(id),
          status,
          ...(named ? { destination: named } : {}),
        });
      const told = async () => (await world.snapshot(id)).swap.routerStatus;
      await say('PENDING', destination);
      await say('PENDING');
      expect(await told()).toMatchObject({ destination });
      await say('REVERTED');
      expect((await told())?.destination).toBeUndefined();
    });

    it('stores when a status was first reported, however often it changes', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      const say = async (status: string) => {
        await world.journal.recordStatus({ swapId: id, version: await world.version(id), status });
        return (await world.snapshot(id)).swap.routerStatus;
      };
      const first = await say('REVERT');
      for (let round = 0; round < 3; round++) await say('READY_TO_CLAIM');
      await until(async () => Date.now() > first!.since + 1);
      expect(await say('REVERT')).toMatchObject({ status: 'REVERT', since: first!.since });
    });

    it('lists the newest first, page by page, each once', async () => {
      const world = await newWorld(under());
      const ids: SwapId[] = [];
      for (let count = 0; count < 5; count++) ids.push((await world.submit()).id);
      const filter: SwapFilter = { wallet: world.wallet.name, limit: 2 };
      const pages: SwapView[][] = [];
      let cursor: string | undefined;
      do {
        const page = await world.journal.listSwaps({
          ...filter,
          ...(cursor === undefined ? {} : { cursor }),
        });
        pages.push(page.swaps);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
      expect(pages.flat().map(({ swap }) => swap.id)).toEqual(ids.toReversed());
      await expect(
        world.journal.listSwaps({ ...filter, cursor: 'nonsense' }),
      ).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        faults: [{ pointer: '/cursor' }],
      });
    });

    it('filters lists by state and by chain, from or to', async () => {
      const world = await newWorld(under());
      const elsewhere = {
        family: 'evm',
        chain: `${world.chain}-B`,
        token: '0x1',
        decimals: 1,
        symbol: 'X',
      } as const;
      const across = await world.submit({ to: elsewhere });
      const within = await world.submit();
      await world.quote(within.id);
      const ids = async (filter: Omit<SwapFilter, 'limit'>): Promise<SwapId[]> =>
        (
          await world.journal.listSwaps({ ...filter, wallet: world.wallet.name, limit: 10 })
        ).swaps.map(({ swap }) => swap.id);
      expect(await ids({ chain: elsewhere.chain })).toEqual([across.id]);
      expect(await ids({ chain: world.chain })).toEqual([within.id, across.id]);
      expect(await ids({ states: ['quoted', 'settled'] })).toEqual([within.id]);
      expect(await ids({ states: ['settled'] })).toEqual([]);
    });

    it('shows a swap with its order and the payment that counts', async () => {
      const world = await newWorld(under());
      const { id, txId, leaseId } = await world.paid();
      const order = {
        provider: 'UNISWAP_V2',
        minOut: 397n,
        expectedOut: 399n,
        swapType: 'on-chain',
      };
      expect(await world.journal.findSwap(id)).toMatchObject({
        order,
        payment: { txId, status: 'unseen' },
      });
      const bump = randomTxId();
      await world.commit(id, leaseId, { kind: 'bump', txId: bump });
      await world.commit(id, leaseId, { kind: 'cancel' });
      expect((await world.journal.findSwap(id))?.payment).toEqual({ txId: bump, status: 'unseen' });
      await world.observe({ [txId]: included(90n) });
      expect((await world.journal.findSwap(id))?.payment).toEqual({ txId, status: 'included' });
    });

    it('counts swaps by state', async () => {
      const world = await newWorld(under());
      const before = await world.journal.countByState();
      await world.submit();
      await world.quote((await world.submit()).id);
      const after = await world.journal.countByState();
      expect(after.get('requested')).toBe(before.get('requested')! + 1);
      expect(after.get('quoted')).toBe(before.get('quoted')! + 1);
      expect(after.get('refunding')).toBe(0);
    });

    it('finds keys by their hash and by their id', async () => {
      const { journal } = under();
      const count = await journal.countApiKeys();
      const key = { id: randomUUID(), hash: randomUUID(), scopes: ['view', 'submit'] as const };
      await journal.insertApiKey(key);
      const stored = { ...key, createdAt: expect.any(Number) };
      expect(await journal.findApiKey(key.hash)).toEqual(stored);
      expect(await journal.findApiKey(key.id)).toBeUndefined();
      expect(await journal.findApiKeyById(key.id)).toEqual(stored);
      expect(await journal.findApiKeyById(key.hash)).toBeUndefined();
      const signing = { ...key, id: randomUUID(), hash: randomUUID(), sealedIntakeKey: 'sealed' };
      await journal.insertApiKey(signing);
      expect(await journal.findApiKeyById(signing.id)).toMatchObject(signing);
      expect(await journal.countApiKeys()).toBe(count + 2);
    });
  });
}
