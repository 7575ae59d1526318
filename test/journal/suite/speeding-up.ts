import { describe, expect, it } from 'vitest';
import type { AttemptId, SwapId } from '../../../src/core/swap/ids.ts';
import type { Fee } from '../../../src/core/swap/transaction-object.ts';
import type { BoostRequest, LeaseRequest } from '../../../src/ports/stores/signing-records.ts';
import { committed, newWorld, randomTxId, stepOf, type Under, type World } from './fixture.ts';

const coinFee = (total: bigint): Fee => ({ family: 'bitcoin', total, virtualSize: 110n });
const coins = [`${'a'.repeat(64)}:0`, `${'b'.repeat(64)}:3`];

/** CPFP children: they speed an attempt up, and exclude no other. */
export function describeSpeedingUp(under: Under): void {
  const boost = (
    world: World,
    swapId: SwapId,
    attemptId: AttemptId,
    change: Partial<BoostRequest> = {},
  ) =>
    world.journal.boost({
      swapId,
      attemptId,
      txId: randomTxId(),
      bytes: '0x03',
      fee: coinFee(500n),
      ...change,
    });

  describe('CPFP children of an attempt', () => {
    async function paid(change: Partial<LeaseRequest> = {}) {
      const world = await newWorld(under(), 'bitcoin');
      const id = await world.ready();
      const result = await world.lease(id, { outpoints: coins, ...change });
      if (result.kind !== 'leased') throw new Error(`refused: ${result.refusal.kind}`);
      const { leaseId } = result;
      const txId = randomTxId();
      const { attemptId } = committed(
        await world.commit(id, leaseId, { txId, fee: coinFee(150n) }),
      );
      return { world, id, leaseId, txId, attemptId };
    }

    const attemptsOf = async (world: World, id: SwapId) =>
      stepOf(await world.snapshot(id), 'swap')?.lease?.attempts;

    it('are stored with their bytes from their commit on, the newest of them shown', async () => {
      const { world, id, attemptId } = await paid();
      const [first, second] = [randomTxId(), randomTxId()];
      const before = await world.version(id);
      expect(await boost(world, id, attemptId, { txId: first })).toMatchObject({
        kind: 'committed',
      });
      expect(await attemptsOf(world, id)).toMatchObject([
        { boost: { txId: first, bytes: '0x03', fee: coinFee(500n) } },
      ]);
      await boost(world, id, attemptId, { txId: second, bytes: '0x04', fee: coinFee(700n) });
      const attempts = await attemptsOf(world, id);
      expect(attempts).toMatchObject([
        { id: attemptId, boost: { txId: second, bytes: '0x04', fee: coinFee(700n) } },
      ]);
      expect(attempts?.[0]?.boost?.signedAt).toBeGreaterThanOrEqual(attempts?.[0]?.signedAt ?? 0);
      expect(await world.version(id)).toBe(before + 2);
      const events = await world.journal.events(id);
      expect(events.at(-1)).toMatchObject({ type: 'attempt_boosted', data: { txId: second } });
    });

    it('are no attempts: nothing else is observed, and the lease is unchanged', async () => {
      const { world, id, attemptId, txId } = await paid();
      await boost(world, id, attemptId);
      const { attempts } = await world.journal.openAttempts(world.chain);
      expect(attempts.map((attempt) => attempt.txId)).toEqual([txId]);
      expect(stepOf(await world.snapshot(id), 'swap')).toMatchObject({
        outcome: 'open',
        lease: { state: 'signed', terms: { outpoints: coins } },
      });
    });

    it('are recognized as ours, and as those of their swap', async () => {
      const { world, id, attemptId } = await paid();
      const child = randomTxId();
      expect(await world.journal.isOwnTransaction(world.chain, child)).toBe(false);
      await boost(world, id, attemptId, { txId: child });
      expect(await world.journal.isOwnTransaction(world.chain, child)).toBe(true);
      expect(await world.journal.othersTransactions(id, world.chain, [child])).toEqual([]);
      const other = await world.ready();
      expect(await world.journal.othersTransactions(other, world.chain, [child])).toEqual([child]);
    });

    it('cost the swap as much as the highest of their fees, if their parent has landed', async () => {
      const { world, id, leaseId, txId, attemptId } = await paid();
      await boost(world, id, attemptId, { fee: coinFee(500n) });
      await boost(world, id, attemptId, { fee: coinFee(700n) });
      await world.prove(id, leaseId, { txId, feePaid: 150n });
      expect((await world.snapshot(id)).swap.feeSpent).toBe(850n);
    });

    it('cost nothing if they have become void', async () => {
      const { world, id, leaseId, attemptId } = await paid();
      await boost(world, id, attemptId);
      const cancel = randomTxId();
      committed(
        await world.commit(id, leaseId, { kind: 'cancel', txId: cancel, fee: coinFee(900n) }),
      );
      await world.prove(id, leaseId, { txId: cancel, feePaid: 900n });
      expect((await world.snapshot(id)).swap.feeSpent).toBe(900n);
    });

    it('have their fee reserved, and only the rise if one replaces another', async () => {
      const { world, id, leaseId, attemptId } = await paid();
      const reserved = async () => {
        const [row] = await world.raw(
          `select amount::text from reservations where lease_id = '${leaseId}'`,
        );
        return row?.amount;
      };
      await boost(world, id, attemptId, { fee: coinFee(500n) });
      expect(await reserved()).toBe('1600');
      await boost(world, id, attemptId, { fee: coinFee(700n) });
      expect(await reserved()).toBe('1800');
    });

    it('are refused like a bump, and if another attempt follows theirs', async () => {
      const stopped = await paid();
      const stop = {
        scope: 'chain',
        subject: stopped.world.chain,
        stopped: true,
        by: 'test',
        reason: 'test',
      } as const;
      await stopped.world.journal.setSwitch(stop);
      expect(await boost(stopped.world, stopped.id, stopped.attemptId)).toEqual({
        kind: 'refused',
        why: 'stopped',
      });

      const unwanted = await paid();
      await unwanted.world.journal.cancel(unwanted.id);
      expect(await boost(unwanted.world, unwanted.id, unwanted.attemptId)).toEqual({
        kind: 'refused',
        why: 'cancel_requested',
      });

      const overtaken = await paid();
      const fee = coinFee(900n);
      committed(
        await overtaken.world.commit(overtaken.id, overtaken.leaseId, { kind: 'cancel', fee }),
      );
      expect(await boost(overtaken.world, overtaken.id, overtaken.attemptId)).toEqual({
        kind: 'refused',
        why: 'lease_lost',
      });

      const closed = await paid();
      await closed.world.prove(closed.id, closed.leaseId, { txId: closed.txId });
      expect(await boost(closed.world, closed.id, closed.attemptId)).toEqual({
        kind: 'refused',
        why: 'lease_lost',
      });
      expect(await attemptsOf(closed.world, closed.id)).toMatchObject([{ txId: closed.txId }]);
    });

    it('are written once, and never changed or deleted', async () => {
      const { world, id, attemptId } = await paid();
      const txId = randomTxId();
      await boost(world, id, attemptId, { txId });
      expect(await boost(world, id, attemptId, { txId })).toEqual({
        kind: 'refused',
        why: 'signed_before',
      });
      await expect(
        world.raw(`update boosts set bytes = '0x' where tx_id = '${txId}'`),
      ).rejects.toMatchObject({
        details: { constraint: 'boosts_immutable' },
      });
      await expect(world.raw(`delete from boosts where tx_id = '${txId}'`)).rejects.toMatchObject({
        details: { constraint: 'boosts_never_removed' },
      });
    });
  });

  describe('a coin that a CPFP child of ours has spent in the end', () => {
    /** The payment after one with a CPFP child, from the child's change. */
    async function next(usedBy: (child: string, parent: string) => string[]) {
      const world = await newWorld(under(), 'bitcoin');
      const pay = async (id: SwapId, outpoints: readonly string[]) => {
        const result = await world.lease(id, { outpoints });
        if (result.kind !== 'leased') throw new Error(`refused: ${result.refusal.kind}`);
        const txId = randomTxId();
        const { attemptId } = committed(
          await world.commit(id, result.leaseId, { txId, fee: coinFee(150n) }),
        );
        return { leaseId: result.leaseId, txId, attemptId };
      };
      const [first, id] = [await world.ready(), await world.ready()];
      const parent = await pay(first, coins);
      const child = randomTxId();
      await boost(world, first, parent.attemptId, { txId: child });
      await world.prove(first, parent.leaseId, { txId: parent.txId });
      const { leaseId } = await pay(id, [`${parent.txId}:1`]);
      await world.prove(id, leaseId, { stranger: true, usedBy: usedBy(child, parent.txId) });
      return world.snapshot(id);
    }

    it('ends a payment that was made from it, which is made again; no other program has the key', async () => {
      const snapshot = await next((child) => [child]);
      expect(stepOf(snapshot, 'swap')).toMatchObject({
        outcome: 'dead',
        lease: { state: 'expired' },
      });
      expect(snapshot.stopped).toBeUndefined();
    });

    it('is like one that a payment of ours has spent, unknown to an outdated endpoint', async () => {
      const snapshot = await next((_child, parent) => [parent]);
      expect(stepOf(snapshot, 'swap')).toMatchObject({
        outcome: 'dead',
        lease: { state: 'expired' },
      });
      expect(snapshot.stopped).toBeUndefined();
    });

    it('differs from one spent by an external transaction', async () => {
      const snapshot = await next((child) => [child, randomTxId()]);
      expect(stepOf(snapshot, 'swap')).toMatchObject({ outcome: 'dead', lease: { state: 'dead' } });
      expect(snapshot.stopped).toMatchObject({ code: 'WALLET_FROZEN' });
    });
  });

  describe('coins that a final block shows spent', () => {
    async function signed() {
      const world = await newWorld(under(), 'bitcoin');
      const id = await world.ready();
      const result = await world.lease(id, { outpoints: coins });
      if (result.kind !== 'leased') throw new Error(`refused: ${result.refusal.kind}`);
      committed(await world.commit(id, result.leaseId, { fee: coinFee(150n) }));
      const overAtFinal = async () => stepOf(await world.snapshot(id), 'swap')?.lease?.overAtFinal;
      const seen = (...spent: boolean[]) =>
        new Map(coins.map((coin, index) => [coin, spent[index] === true]));
      return { world, id, overAtFinal, seen };
    }

    it('are queried while their lease is open', async () => {
      const { world } = await signed();
      const { attempts } = await world.journal.openAttempts(world.chain);
      expect(attempts).toMatchObject([{ outpoints: coins }]);
    });

    it('end their lease, any one of them, which makes their swap due once', async () => {
      const { world, id, overAtFinal, seen } = await signed();
      expect(await world.observe({}, { finalSpends: seen(false, false) })).toEqual([]);
      expect(await overAtFinal()).toBe(false);
      expect(await world.observe({}, { finalSpends: seen(false, true) })).toMatchObject([
        { swapId: id },
      ]);
      expect(await overAtFinal()).toBe(true);
      expect(await world.observe({}, { finalSpends: seen(true, true) })).toEqual([]);
    });

    it('are unspent again if a better endpoint reports it, and are unchanged if none was queried', async () => {
      const { world, overAtFinal, seen } = await signed();
      await world.observe({}, { finalSpends: seen(true) });
      await world.observe({});
      expect(await overAtFinal()).toBe(true);
      await world.observe({}, { finalSpends: seen(false) });
      expect(await overAtFinal()).toBe(false);
    });
  });
}
