import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { ErrorFilter, OverviewPage } from '../../../src/ports/stores/overview-store.ts';
import { holder, hour, included, newWorld, spender, token, type Under } from './fixture.ts';

/** What operators look at across swaps. */
export function describeOverviews(under: Under): void {
  describe('overviews', () => {
    it('have what is reserved of a balance, and swaps by what they wait for', async () => {
      const world = await newWorld(under());
      await world.lease(await world.ready());
      const balances = (await world.journal.balances()).filter(
        ({ chain }) => chain === world.chain,
      );
      expect(balances.some(({ reserved }) => reserved > 0n)).toBe(true);
      expect(balances.every(({ wallet }) => wallet === world.wallet.name)).toBe(true);
      expect(balances.every(({ inFlight }) => inFlight === 0n)).toBe(true);
    });

    it('have what open swaps have sent and what has not arrived', async () => {
      const world = await newWorld(under());
      const { journal, chain } = world;
      const id = await world.ready();
      await world.lease(id);
      const view = await journal.findSwap(id);
      if (!view) throw new Error('no such swap');
      const { version, job } = view.swap;
      const inFlight = async () =>
        (await journal.balances())
          .filter((one) => one.chain === chain && one.token === job.from.token)
          .map((one) => one.inFlight);
      await journal.transition({ swapId: id, version, state: 'settling', fundsState: 'moved' });
      expect(await inFlight()).toEqual([job.amount]);
      const moved = await journal.findSwap(id);
      await journal.transition({
        swapId: id,
        version: moved?.swap.version ?? 0,
        state: 'settled',
        fundsState: 'moved',
      });
      expect(await inFlight()).toEqual([0n]);
    });

    it('have allowances with what open and signed payments need of them', async () => {
      const world = await newWorld(under());
      const { chain, journal, wallet } = world;
      const from = { family: 'evm', chain, token, decimals: 6, symbol: 'USDC' } as const;
      const { id } = await world.submit({ from, amount: 700n });
      await world.quote(id, { spender });
      const key = { token, spender };
      const named = { chain, walletId: wallet.id };
      const needed = { wallet: wallet.name, family: 'evm', chain, ...key, signedNeeds: 0n };
      expect(await journal.allowances(named)).toEqual([{ ...needed, openNeeds: 700n }]);
      await journal.recordAllowance({ ...named, ...key, value: 900n, block: 11n });
      const confirmed = { value: 900n, block: 11n };
      expect(await journal.allowances({ ...named, ...key })).toEqual([
        { ...needed, openNeeds: 700n, confirmed },
      ]);
      expect(await journal.allowances({ ...named, spender: 'another' })).toEqual([]);
      const all = await journal.allowances();
      expect(all.filter((one) => one.chain === chain)).toHaveLength(1);
    });

    it('come in pages, each entry once', async () => {
      const world = await newWorld(under());
      const { chain, journal, wallet } = world;
      await world.lease(await world.ready());
      for (const [index, one] of [spender, `${spender}-2`, `${spender}-3`].entries()) {
        const key = { chain, walletId: wallet.id, token, spender: one };
        await journal.recordAllowance({ ...key, value: BigInt(index), block: 11n });
      }
      const ofWorld = (one: { chain: string }) => one.chain === chain;
      const allowances = (await journal.allowances()).filter(ofWorld);
      expect(allowances.length).toBeGreaterThanOrEqual(3);
      expect(
        await inPages(
          (page) => journal.allowances({ chain }, page),
          (one) => [one.wallet, one.family, one.chain, one.token, one.spender],
        ),
      ).toEqual(allowances);
      expect(
        await inPages(
          (page) => journal.balances(page),
          (one) => [one.wallet, one.family, one.chain, one.token],
        ),
      ).toEqual(await journal.balances());
    });

    it('have what a swap is worth, where the routing service tells it', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      await world.quote(id, { expectedUsd: '1234567.80' });
      expect((await world.journal.findSwap(id))?.order).toMatchObject({
        expectedUsd: '1234567.80',
      });
      await world.quote(id);
      expect((await world.journal.findSwap(id))?.order).not.toHaveProperty('expectedUsd');
    });

    it('have the heads of observed chains', async () => {
      for (const { latest, final, at } of await under().journal.chainHeads())
        expect([typeof latest, typeof final, typeof at]).toEqual(['bigint', 'bigint', 'number']);
    });

    it('count the newest swaps by the provider of their newest order', async () => {
      const world = await newWorld(under());
      const provider = `provider-${world.chain}`;
      const [first, second] = [await world.submit(), await world.submit()];
      await world.submit();
      await world.quote(first.id, { provider });
      await world.quote(second.id, { provider });
      const since = first.createdAt;
      const count = async (filter: { since: number; limit: number }) => {
        const { outcomes, coversFrom } = await world.journal.providerOutcomes(filter);
        return { own: outcomes.filter((one) => one.provider === provider), coversFrom };
      };
      const all = await count({ since, limit: 10_000 });
      expect(all).toEqual({ own: [{ provider, state: 'quoted', count: 2 }], coversFrom: since });
      // The newest swap has no order.
      const fewer = await count({ since, limit: 2 });
      expect(fewer.own).toEqual([{ provider, state: 'quoted', count: 1 }]);
      expect(fewer.coversFrom).toBeGreaterThanOrEqual(second.createdAt - 1);
      const later = Date.now() + hour;
      expect(await count({ since: later, limit: 10 })).toEqual({ own: [], coversFrom: later });
    });

    it('group swaps by what they wait for or ended with', async () => {
      const world = await newWorld(under());
      const { journal, raw } = world;
      const provider = `provider-${world.chain}`;
      const code = `TEST_${world.chain}`;
      const ids: SwapId[] = [];
      for (let index = 0; index < 3; index += 1) {
        const { id } = await world.submit();
        await world.quote(id, { provider });
        const reason = { code, message: `${index}` };
        await journal.lock(id, holder, hour);
        const version = await world.version(id);
        await journal.wait({ swapId: id, version, holder, delay: 0, failed: false, reason });
        ids.push(id);
      }
      const grouped = async (change: Partial<ErrorFilter> = {}) =>
        (
          await journal.groupedErrors({
            ...{ since: Date.now() - hour, longest: hour, perCode: 100, limit: 500 },
            ...change,
          })
        ).filter((group) => group.code === code);
      const whole = { provider, state: 'quoted', code, count: 3, example: ids[2] };
      expect(await grouped()).toEqual([
        { ...whole, first: expect.any(Number), last: expect.any(Number) },
      ]);
      expect(await grouped({ perCode: 2 })).toMatchObject([{ count: 2, isAtLeast: true }]);
      expect(await grouped({ since: Date.now() + hour, longest: 0 })).toEqual([]);
      // Submitted long before, and changed now.
      await raw(`update swaps set created_at = now() - interval '2 days' where id = '${ids[0]}'`);
      expect(await grouped({ longest: 3 * 24 * hour })).toMatchObject([{ count: 3 }]);
    });

    it('count what is open by state, and nothing that has ended', async () => {
      const world = await newWorld(under());
      const before = (await world.journal.countOpen()).get('quoted') ?? 0;
      const { id } = await world.submit();
      await world.quote(id);
      expect((await world.journal.countOpen()).get('quoted')).toBe(before + 1);
      await world.journal.cancel(id, { mayEnd: true });
      const after = await world.journal.countOpen();
      expect(after.get('quoted') ?? 0).toBe(before);
      expect(after.has('cancelled')).toBe(false);
    });

    it('tell what became of the newest swaps, and how far back that reaches', async () => {
      const world = await newWorld(under());
      const { journal } = world;
      const [old, paid] = [await world.submit(), await world.paid()];
      await world.observe({ [paid.txId]: included(90n, 'final') });
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      await world.settle(paid.id);
      const since = old.createdAt;
      const all = await journal.activity({ since, period: hour, limit: 1_000 });
      const counts = new Map(all.periods.map(({ state, count }) => [state, count]));
      expect(counts.get('requested')).toBeGreaterThanOrEqual(1);
      expect(counts.get('settled')).toBeGreaterThanOrEqual(1);
      expect(all.periods.every(({ from }) => from % hour === 0)).toBe(true);
      expect(all.coversFrom).toBe(since);
      expect(all.settleTime).toMatchObject({ count: counts.get('settled') });
      const fewer = await journal.activity({ since, period: hour, limit: 1 });
      expect(fewer.periods).toMatchObject([{ state: 'settled', count: 1 }]);
      expect(fewer.coversFrom).toBeGreaterThanOrEqual(since);
      const later = Date.now() + hour;
      expect(await journal.activity({ since: later, period: hour, limit: 10 })).toEqual({
        periods: [],
        coversFrom: later,
      });
    });

    it('have the orders of a swap with the answers word for word, the oldest first', async () => {
      const world = await newWorld(under());
      const { journal } = world;
      const { id } = await world.submit();
      const first = await world.quote(id, { raw: { amount: '400.000', note: 'first' } });
      const version = await world.version(id);
      const reason = { code: 'ORDER_NOT_ACCEPTABLE', message: 'another one' };
      await journal.closeOrder({ swapId: id, version, reason });
      const second = await world.bestSwap(id, { raw: { tx: '0x01' } });
      const found = await journal.orders(id);
      expect(found.map((order) => [order.id, order.open])).toEqual([
        [first, false],
        [second, true],
      ]);
      expect(found[0]?.quoteAnswer).toContain('"400.000"');
      expect(found[0]?.swapAnswer).toBeUndefined();
      expect(found[1]?.swapAnswer).toContain('"0x01"');
      expect(found[1]).toMatchObject({ provider: 'UNISWAP_V2', minOut: 397n, expectedOut: 399n });
      expect(await journal.orders(randomUUID() as SwapId)).toEqual([]);
    });
  });
}

/** All entries of a list, read one by one. */
async function inPages<Entry>(
  read: (page: OverviewPage) => Promise<Entry[]>,
  keyOf: (entry: Entry) => string[],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (;;) {
    const last = entries.at(-1);
    const [next] = await read({ limit: 1, ...(last ? { after: keyOf(last) } : {}) });
    if (!next) return entries;
    entries.push(next);
  }
}
