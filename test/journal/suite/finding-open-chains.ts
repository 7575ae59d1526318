import { describe, expect, it } from 'vitest';
import type { OpenChain } from '../../../src/ports/stores/open-chains.ts';
import { hour, newWorld, randomTxId, receiver, type Under, type World } from './fixture.ts';

/** One statement finds the chains to observe, and agrees with what an observation queries. */
export function describeFindingOpenChains(under: Under): void {
  describe('chains with something open', () => {
    const find = ({ journal, chain }: World, deposits = true): Promise<OpenChain[]> =>
      journal.openChains({
        chains: [
          { chain, slowest: hour },
          { chain: 'NOWHERE', slowest: hour },
        ],
        pace: hour,
        deposits,
      });

    it('are those with a signed attempt that is not proven, or whose proof is to be compared', async () => {
      const unsigned = await newWorld(under());
      await unsigned.lease(await unsigned.ready());
      expect(await find(unsigned)).toEqual([]);
      const world = await newWorld(under());
      const { chain } = world;
      const paid = await world.paid();
      const open = [{ chain, attempts: true, deposits: false }];
      expect(await find(world)).toEqual(open);
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      expect((await world.journal.openAttempts(chain)).attempts).toEqual([]);
      expect(await find(world)).toEqual([]);
      await world.raw(`update leases set check_at = now() where id = '${paid.leaseId}'`);
      expect((await world.journal.openAttempts(chain)).attempts).toHaveLength(1);
      expect(await find(world)).toEqual(open);
    });

    it('are those where a deposit address is due for a check', async () => {
      const world = await newWorld(under());
      const { chain, journal } = world;
      const { id } = await world.submit({ flow: 'deposit-by-hand' });
      const orderId = await world.quote(id);
      const deposit = {
        address: receiver,
        account: randomTxId(),
        amount: 1_000n,
        exchangeId: randomTxId(),
      };
      await world.swapData(id, { deposit: { ...deposit, chain, anchor: 100n, watchFor: hour } });
      const open = [{ chain, attempts: false, deposits: true }];
      expect(await find(world)).toEqual(open);
      expect(await find(world, false)).toEqual([]);
      await journal.recordDeposits([{ orderId, swapId: id, payments: [], scannedUntil: 110n }]);
      expect(await journal.depositTargets({ chain, pace: hour, slowest: hour, limit: 10 })).toEqual(
        [],
      );
      expect(await find(world)).toEqual([]);
      const awaited = { state: 'awaiting_deposit', fundsState: 'untouched' } as const;
      await journal.transition({ swapId: id, version: await world.version(id), ...awaited });
      expect(
        await journal.depositTargets({ chain, pace: hour, slowest: hour, limit: 10 }),
      ).toHaveLength(1);
      expect(await find(world)).toEqual(open);
    });
  });

  describe('the sweep', () => {
    it('returns what is due, and when the next swap is', async () => {
      const world = await newWorld(under());
      const { journal, raw } = world;
      const { id, version } = await world.submit();
      expect((await journal.sweep(10_000)).due).toContainEqual({ swapId: id, version });
      // No swap of the other tests is due soon.
      await raw(
        `update timers set due_at = now() + interval '3 hours', locked_by = null, locked_until = null`,
      );
      await raw(`update timers set due_at = now() + interval '10 minutes' where swap_id = '${id}'`);
      const { due, nextIn = 0 } = await journal.sweep(10_000);
      expect(due).toEqual([]);
      expect(Math.abs(nextIn - 600_000)).toBeLessThan(60_000);
      await raw(`update timers set due_at = now() where swap_id = '${id}'`);
      await journal.lock(id, 'worker', hour / 2);
      const attributed = await journal.sweep(10_000);
      expect(attributed.due).toEqual([]);
      expect(Math.abs((attributed.nextIn ?? 0) - hour / 2)).toBeLessThan(60_000);
    });
  });
}
