import { describe, expect, it } from 'vitest';
import type { OrderId, SwapId } from '../../../src/core/swap/ids.ts';
import type { SwapDataRecord } from '../../../src/ports/stores/order-store.ts';
import { newWorld, randomTxId, receiver, type Under, type World } from './fixture.ts';

const hour = 3_600_000;

type Wanted = NonNullable<SwapDataRecord['deposit']>;

const notUnique = (constraint: string) => ({
  code: 'DEPOSIT_NOT_UNIQUE',
  next: 'requote',
  details: { constraint },
});
const sameNumber = notUnique('orders_exchange_id_unique');
const samePlace = notUnique('orders_deposit_place_unique');
const usedBefore = notUnique('orders_deposit_once');

/**
 * Orders that are paid by deposit: their deposit target is stored before anything is leased, and
 * identifies their payments.
 */
export function describeDepositing(under: Under): void {
  describe('an order that is paid by deposit', () => {
    const wanted = (world: World, change: Partial<Wanted> = {}): Wanted => ({
      address: receiver.toLowerCase(),
      account: receiver,
      amount: 1_000n,
      exchangeId: randomTxId(),
      chain: world.chain,
      anchor: 100n,
      watchFor: 60_000,
      ...change,
    });
    const quoted = async (world: World): Promise<SwapId> => {
      const { id } = await world.submit();
      await world.quote(id);
      return id;
    };
    const record = async (world: World, deposit: Wanted, provider = 'exolix'): Promise<SwapId> => {
      const id = await quoted(world);
      await world.swapData(id, { deposit, provider });
      return id;
    };

    it('is requested once, whatever is decided; swap data that a wallet signs any number of times', async () => {
      const world = await newWorld(under());
      const ask = async (id: SwapId): Promise<number> => {
        const { order } = await world.snapshot(id);
        return world.journal.markRequested({
          swapId: id,
          version: await world.version(id),
          orderId: order!.id,
        });
      };
      for (const flow of ['deposit', 'deposit-by-hand'] as const) {
        const { id } = await world.submit({ flow });
        await world.quote(id);
        await ask(id);
        await expect(ask(id)).rejects.toMatchObject({ code: 'JOURNAL_STALE' });
      }
      const id = await quoted(world);
      expect(await ask(id)).toBeLessThan(await ask(id));
    });

    it('stores the address as the provider wrote it', async () => {
      const world = await newWorld(under());
      const deposit = wanted(world, { memo: '0042', amount: (1n << 200n) + 1n });
      const { order } = await world.snapshot(await record(world, deposit));
      const { address, amount, memo, exchangeId } = deposit;
      expect(order?.deposit).toEqual({ address, amount, memo, exchangeId });
      expect((await world.snapshot(await world.ready())).order).not.toHaveProperty('deposit');
    });

    it('never has the id of another one of its provider, open or not', async () => {
      const world = await newWorld(under());
      const first = wanted(world, { memo: 'a' });
      const id = await record(world, first);
      await world.journal.closeOrder({
        swapId: id,
        version: await world.version(id),
        reason: { code: 'ROUTER_QUOTE_EXPIRED', message: 'too old' },
      });
      const again = { ...first, memo: 'b' };
      await expect(record(world, again)).rejects.toMatchObject(sameNumber);
      await expect(record(world, again, 'EXOLIX')).rejects.toMatchObject(sameNumber);
      await record(world, again, 'changenow');
    });

    it('never has the deposit target of another open order', async () => {
      const world = await newWorld(under());
      await record(world, wanted(world));
      // In any spelling of the address.
      await expect(record(world, wanted(world, { address: receiver }))).rejects.toMatchObject(
        samePlace,
      );
      await record(world, wanted(world, { memo: '1' }));
      await expect(record(world, wanted(world, { memo: '1' }))).rejects.toMatchObject(samePlace);
      await record(world, wanted(world, { chain: `${world.chain}-2` }));
    });

    it.each([undefined, '0042'])(
      'never has the address of an earlier order with memo %s',
      async (memo) => {
        const world = await newWorld(under());
        const deposit = wanted(world, memo === undefined ? {} : { memo });
        await world.journal.cancel(await record(world, deposit));
        const again = { ...deposit, exchangeId: randomTxId() };
        await expect(record(world, again)).rejects.toMatchObject(usedBefore);
        await expect(record(world, again, 'changenow')).rejects.toMatchObject(usedBefore);
        await record(world, { ...again, memo: 'another' });
      },
    );

    it.each(['=:ETH.ETH:0xabc', 's:e:0xabc:1', 'SWAP:ETH.ETH:0xabc'])(
      'may have a vault again whose memo %s says what is paid for, once it is the only open one',
      async (memo) => {
        const world = await newWorld(under());
        const deposit = wanted(world, { memo });
        const id = await record(world, deposit, 'thorchain');
        const again = { ...deposit, exchangeId: randomTxId() };
        await expect(record(world, again, 'thorchain')).rejects.toMatchObject(samePlace);
        await world.journal.cancel(id);
        await record(world, again, 'thorchain');
      },
    );

    it('is not written at all if that is refused', async () => {
      const world = await newWorld(under());
      await record(world, wanted(world));
      const id = await quoted(world);
      const before = await world.snapshot(id);
      await expect(world.swapData(id, { deposit: wanted(world) })).rejects.toMatchObject(samePlace);
      expect(await world.snapshot(id)).toEqual(before);
      expect(before.order).not.toHaveProperty('transaction');
    });

    it('counts among the orders of its swap once it was requested, unless the provider has made none', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      const reason = { code: 'X', message: 'x' };
      const close = async (change: { neverMade?: true } = {}) =>
        world.journal.closeOrder({
          swapId: id,
          version: await world.version(id),
          reason,
          ...change,
        });
      const ask = async () => {
        const orderId = await world.quote(id);
        await world.journal.markRequested({
          swapId: id,
          version: await world.version(id),
          orderId,
        });
      };
      const counted = async () => (await world.snapshot(id)).closedOrders;
      await world.quote(id);
      await close();
      await ask();
      await close({ neverMade: true });
      await ask();
      expect(await counted()).toBe(0);
      await close();
      await ask();
      expect(await counted()).toBe(1);
      await world.swapData(id, { deposit: wanted(world), provider: 'exolix' });
      // A received answer means that the order was made, whatever the caller says.
      await close({ neverMade: true });
      await ask();
      expect(await counted()).toBe(2);
    });

    it('may be signed later than intended, unless something of it is signed already', async () => {
      const world = await newWorld(under());
      const id = await record(world, wanted(world));
      const times = { signBy: Date.now() + 2 * hour, goodUntil: Date.now() + 3 * hour };
      const renew = async (orderId: OrderId) =>
        world.journal.renewOrder({
          swapId: id,
          version: await world.version(id),
          orderId,
          ...times,
        });
      const { id: orderId } = (await world.snapshot(id)).order!;
      await renew(orderId);
      expect((await world.snapshot(id)).order).toMatchObject(times);
      expect((await world.journal.events(id)).at(-1)).toMatchObject({ type: 'order_renewed' });
      await world.lease(id);
      await expect(renew(orderId)).rejects.toMatchObject({ code: 'JOURNAL_BROKEN_INVARIANT' });
      // Never for an order that a wallet's own transaction pays.
      const other = await world.ready();
      const { order } = await world.snapshot(other);
      const request = {
        swapId: other,
        version: await world.version(other),
        orderId: order!.id,
        ...times,
      };
      await expect(world.journal.renewOrder(request)).rejects.toMatchObject({
        code: 'JOURNAL_STALE',
      });
    });

    it('takes its status along when it is closed: the next one was not polled', async () => {
      const world = await newWorld(under());
      const id = await quoted(world);
      await world.journal.recordStatus({
        swapId: id,
        version: await world.version(id),
        status: 'FAIL',
      });
      const reason = { code: 'ORDER_ANSWER_LOST', message: 'x' };
      await world.journal.closeOrder({ swapId: id, version: await world.version(id), reason });
      await world.quote(id);
      expect((await world.snapshot(id)).swap).not.toHaveProperty('routerStatus');
    });

    it.each([
      "exchange_id = 'another'",
      "deposit_address = '0x1'",
      "deposit_account = '0x1'",
      "deposit_memo = 'another'",
      'deposit_amount = 1',
      "provider = 'another'",
    ])('never changes: %s', async (change) => {
      const world = await newWorld(under());
      const { order } = await world.snapshot(await record(world, wanted(world, { memo: '7' })));
      await expect(
        world.raw(`update orders set ${change} where id = '${order!.id}'`),
      ).rejects.toThrow('orders_deposit_stays');
    });

    it('has all deposit fields or none', async () => {
      const world = await newWorld(under());
      const id = await quoted(world);
      const { order } = await world.snapshot(id);
      for (const half of [
        "exchange_id = 'x'",
        "deposit_memo = 'x'",
        "deposit_address = 'x', deposit_amount = 1",
      ]) {
        await expect(
          world.raw(`update orders set ${half} where id = '${order!.id}'`),
        ).rejects.toThrow('orders_deposit_whole');
      }
    });
  });
}
