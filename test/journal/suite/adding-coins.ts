import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Fee } from '../../../src/core/swap/transaction-object.ts';
import type { CommitRequest } from '../../../src/ports/stores/signing-records.ts';
import { committed, newWorld, randomTxId, stepOf, type Under, type World } from './fixture.ts';

const coinFee = (total: bigint): Fee => ({ family: 'bitcoin', total, virtualSize: 110n });
const newCoin = () => `${randomTxId().slice(2)}:0`;

/**
 * Coins that an attempt adds to those of its lease: no other lease gets them, and spending them
 * does not end the lease.
 */
export function describeAddingCoins(under: Under): void {
  describe('coins that an attempt adds to those of its lease', () => {
    async function pay(world: World, id: SwapId, outpoints: readonly string[]) {
      const result = await world.lease(id, { outpoints });
      if (result.kind !== 'leased') throw new Error(`refused: ${result.refusal.kind}`);
      const txId = randomTxId();
      committed(await world.commit(id, result.leaseId, { txId, fee: coinFee(150n) }));
      return { leaseId: result.leaseId, txId };
    }

    async function paid() {
      const world = await newWorld(under(), 'bitcoin');
      const id = await world.ready();
      const [coin, added] = [newCoin(), newCoin()];
      const { leaseId, txId } = await pay(world, id, [coin]);
      const again = (change: Partial<CommitRequest> = {}) =>
        world.commit(id, leaseId, { kind: 'bump', fee: coinFee(500n), added: [added], ...change });
      const rows = () =>
        world.raw(
          `select outpoint, added, live from outpoints where lease_id = '${leaseId}' order by position`,
        );
      return { world, id, coin, added, leaseId, txId, again, rows };
    }

    it('belong to its lease from the commit on, and are none of its terms', async () => {
      const { world, id, coin, added, again, rows } = await paid();
      const second = randomTxId();
      committed(await again({ txId: second }));
      expect(await rows()).toEqual([
        { outpoint: coin, added: false, live: true },
        { outpoint: added, added: true, live: true },
      ]);
      expect(stepOf(await world.snapshot(id), 'swap')?.lease).toMatchObject({
        terms: { kind: 'outpoints', outpoints: [coin] },
        attempts: [{ kind: 'pay' }, { kind: 'bump', txId: second }],
      });
      const { attempts } = await world.journal.openAttempts(world.chain);
      expect(attempts.map(({ outpoints }) => outpoints)).toEqual([[coin], [coin]]);
      expect((await world.journal.events(id)).at(-1)).toMatchObject({
        data: { txId: second, added: [added] },
      });
    });

    it('end nothing when a final block spends them', async () => {
      const { world, id, coin, added, again } = await paid();
      committed(await again());
      const overAtFinal = async () => stepOf(await world.snapshot(id), 'swap')?.lease?.overAtFinal;
      expect(await world.observe({}, { finalSpends: new Map([[added, true]]) })).toEqual([]);
      expect(await overAtFinal()).toBe(false);
      const told = await world.observe({}, { finalSpends: new Map([[coin, true]]) });
      expect(told).toMatchObject([{ swapId: id }]);
      expect(await overAtFinal()).toBe(true);
    });

    it('are already on the attempt after the one that added them', async () => {
      const { added, again, rows } = await paid();
      const further = newCoin();
      committed(await again());
      committed(await again({ fee: coinFee(900n), added: [added, further] }));
      expect((await rows()).map(({ outpoint }) => outpoint).slice(1)).toEqual([added, further]);
    });

    it.each(['landed', 'first landed', 'dead'] as const)(
      'are free once the lease is proven: %s',
      async (end) => {
        const { world, id, added, leaseId, txId, again, rows } = await paid();
        const second = randomTxId();
        committed(await again({ txId: second }));
        await world.prove(
          id,
          leaseId,
          end === 'dead'
            ? { stranger: true }
            : { txId: end === 'landed' ? second : txId, feePaid: 200n },
        );
        expect((await rows()).map(({ live }) => live)).toEqual([false, false]);
        if (end === 'dead') return;
        expect((await world.snapshot(id)).swap.feeSpent).toBe(200n);
        const next = await world.ready();
        expect(await world.lease(next, { outpoints: [added] })).toMatchObject({ kind: 'leased' });
      },
    );

    it('are refused if another lease has them, and nothing is written', async () => {
      const { world, id, again, rows } = await paid();
      const other = await newWorld(under(), 'bitcoin', {
        chain: world.chain,
        name: `other-of-${world.chain}`,
      });
      const taken = newCoin();
      await pay(other, await other.ready(), [taken]);
      expect(await again({ added: [newCoin(), taken] })).toEqual({
        kind: 'refused',
        why: 'coins_taken',
      });
      expect(await rows()).toHaveLength(1);
      expect(stepOf(await world.snapshot(id), 'swap')?.lease?.attempts).toHaveLength(1);
    });

    it('cannot be leased by others', async () => {
      const { world, added, again } = await paid();
      committed(await again());
      const other = await newWorld(under(), 'bitcoin', {
        chain: world.chain,
        name: `other-of-${world.chain}`,
      });
      await expect(other.lease(await other.ready(), { outpoints: [added] })).rejects.toMatchObject({
        details: { constraint: 'outpoints_one_lease_each' },
      });
    });

    it('come after the first attempt, and the coins of the lease before it; neither ever changes', async () => {
      const { world, coin, leaseId, again } = await paid();
      committed(await again());
      const refused = (sql: string, constraint: string) =>
        expect(world.raw(sql)).rejects.toMatchObject({ details: { constraint } });
      const insert = (outpoint: string, added: boolean, lease = leaseId) =>
        `insert into outpoints (chain, outpoint, lease_id, added) values ('${world.chain}', '${outpoint}', '${lease}', ${added})`;
      await refused(insert(newCoin(), false), 'outpoints_terms_before_signature');
      await refused(
        `update outpoints set added = true where outpoint = '${coin}'`,
        'outpoints_terms_stay',
      );

      const early = await newWorld(under(), 'bitcoin');
      const result = await early.lease(await early.ready(), { outpoints: [newCoin()] });
      if (result.kind !== 'leased') throw new Error(`refused: ${result.refusal.kind}`);
      await refused(insert(newCoin(), true, result.leaseId), 'outpoints_terms_before_signature');
    });
  });
}
