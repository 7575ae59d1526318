import { describe, expect, it } from 'vitest';
import type { LeaseId, SwapId } from '../../../src/core/swap/ids.ts';
import { fee, included, newWorld, randomTxId, type Under, type World } from './fixture.ts';
import {
  aLeg,
  decided,
  expectNoOtherPayment,
  resolve,
  retry,
  timers,
  toReview,
} from './resolution.ts';

/**
 * Proofs of a payment after a person has ended its swap as paid: they never cause another payment.
 */
export function describeProofsAfterEnd(under: Under): void {
  describe('proofs after a resolution', () => {
    /** A payment that is signed and not proven, of a swap that a person has ended as paid. */
    async function settledOnItsWay(world: World, isInBlock: boolean, ownEvidence = false) {
      const paid = await world.paid();
      await toReview(world, paid.id);
      if (isInBlock) await world.observe({ [paid.txId]: included(90n) });
      const leg = aLeg(world, ownEvidence ? { txId: paid.txId } : {});
      await resolve(world, paid.id, 'paid', { legs: [leg] });
      return { ...paid, leg };
    }

    it('as settled: what was in a block already, or is the evidence itself, lands as expected', async () => {
      const world = await newWorld(under());
      for (const isInBlock of [true, false]) {
        const { id, leaseId, txId } = await settledOnItsWay(world, isInBlock, !isInBlock);
        await world.prove(id, leaseId, { txId });
        const { swap } = await world.snapshot(id);
        expect(swap).toMatchObject({ state: 'settled', fundsState: 'moved', isPaid: true });
        expect(swap.reason?.code).toBe('RESOLVED_BY_PERSON');
        expect(await timers(world, id)).toBe(0);
      }
    });

    it('as settled: a payment that was in no block and lands later is reported, and never paid again', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId, leg } = await settledOnItsWay(world, false);
      await world.prove(id, leaseId, { txId });
      const { swap } = await world.snapshot(id);
      expect(swap).toMatchObject({
        ...{
          state: 'needs_review',
          endedAs: 'settled',
          fundsState: 'moved',
          legs: [leg],
          isPaid: true,
        },
        reason: { code: 'LANDED_AFTER_END', message: expect.stringContaining('paid twice') },
      });
      expect(await resolve(world, id, 'unpaid')).toMatchObject({
        refusal: { code: 'RESOLUTION_REFUSED' },
      });
      await expectNoOtherPayment(world, id, 'PAYMENT_LANDED');
      expect(await decided(world, id)).toEqual({ kind: 'done' });
      await world.journal.acknowledge(id, 'the receiver sent one back');
      expect((await world.snapshot(id)).swap).toMatchObject({ state: 'settled', legs: [leg] });
      await expectNoOtherPayment(world, id, 'PAYMENT_LANDED');
    });

    /** The proof that a signed payment has failed: its cancel landed. */
    async function proveCancelled(
      world: World,
      { id, leaseId }: { id: SwapId; leaseId: LeaseId },
    ): Promise<void> {
      const cancel = randomTxId();
      const dearer = { ...fee, maxFeePerGas: 20n };
      expect(
        await world.commit(id, leaseId, { kind: 'cancel', txId: cancel, fee: dearer }),
      ).toMatchObject({
        kind: 'committed',
      });
      await world.prove(id, leaseId, { txId: cancel });
    }

    it.each([
      ['cancelled', false],
      ['taken by a reorg, and cancelled', true],
    ])(
      'as settled: a payment that is %s is told; a person may free what was its evidence',
      async (_, isInBlock) => {
        const world = await newWorld(under());
        const owner = await world.paid();
        const paid = await settledOnItsWay(world, isInBlock);
        const { id, leg } = paid;
        if (isInBlock) await world.observe({ [paid.txId]: { status: 'unseen' } });
        await proveCancelled(world, paid);
        expect((await world.snapshot(id)).swap).toMatchObject({
          ...{ state: 'needs_review', endedAs: 'settled', fundsState: 'moved', legs: [leg] },
          reason: { code: 'DEAD_AFTER_END' },
        });
        // No other swap gets it until its owner is known, and nothing is paid again.
        expect(await world.journal.attributedLegs([leg])).toMatchObject([{ bySwap: id }]);
        await expectNoOtherPayment(world, id, 'PAYMENT_LANDED');
        expect(await resolve(world, id, 'refunded')).toMatchObject({
          refusal: { code: 'RESOLUTION_REFUSED' },
        });
        expect(await resolve(world, id, 'unpaid')).toMatchObject({
          end: { state: 'failed', fundsState: 'unknown' },
        });
        await expectNoOtherPayment(world, id, 'FUNDS_UNKNOWN');
        const { swap } = await world.snapshot(id);
        expect(swap).toMatchObject({ legs: [] });
        expect(swap).not.toHaveProperty('endedAs');
        expect((await world.journal.events(id)).at(-1)?.data).toMatchObject({
          released: [{ txId: leg.txId }],
        });
        expect(await world.journal.attributedLegs([leg])).toEqual([]);
        // The owner gets it, and no other swap.
        await toReview(world, owner.id);
        expect(await resolve(world, owner.id, 'paid', { legs: [leg] })).toMatchObject({
          kind: 'resolved',
        });
        const third = await world.ready();
        await toReview(world, third, 'untouched');
        expect(await resolve(world, third, 'paid', { legs: [leg] })).toEqual({
          kind: 'leg_attributed',
          bySwap: owner.id,
        });
        const again = `update legs set released = false where swap_id = '${id}'`;
        await expect(world.raw(again)).rejects.toMatchObject({
          details: { constraint: 'released_legs_stay_released' },
        });
      },
    );

    it('as settled: a payment whose nonce an external transaction used is reported too', async () => {
      const world = await newWorld(under());
      const { id, leaseId } = await settledOnItsWay(world, false);
      await world.prove(id, leaseId, { stranger: true });
      const taken = {
        state: 'needs_review',
        endedAs: 'settled',
        reason: { code: 'DEAD_AFTER_END' },
      };
      expect((await world.snapshot(id)).swap).toMatchObject(taken);
      expect(await retry(world, id)).toMatchObject({ refusal: { code: 'FUNDS_UNKNOWN' } });
    });

    it('as settled manually: a dead payment changes nothing once that is acknowledged', async () => {
      const world = await newWorld(under());
      const paid = await settledOnItsWay(world, false);
      const { id, leg } = paid;
      await proveCancelled(world, paid);
      await world.journal.acknowledge(id, 'the treasury had paid it by hand');
      expect((await world.snapshot(id)).swap).toMatchObject({
        state: 'settled',
        fundsState: 'moved',
        legs: [leg],
      });
      await expectNoOtherPayment(world, id, 'PAYMENT_LANDED');
    });
  });
}
