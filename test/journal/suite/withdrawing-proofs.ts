import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/core/decide/decide.ts';
import { defaultPolicy } from '../../../src/core/decide/policy.ts';
import type { Family } from '../../../src/core/swap/chains.ts';
import {
  contradict,
  eventsOf,
  failedByMistake,
  gone,
  payAgain,
  payment,
  payOn,
  proofsOf,
  unused,
} from './contradiction.ts';
import {
  committed,
  included,
  leased,
  newWorld,
  randomTxId,
  stepOf,
  type Under,
} from './fixture.ts';
import { aLeg, decided, resolve, retry, timers, toReview } from './resolution.ts';

/** Payments that were proven to have landed, but did not. */
export function describeWithdrawingProofs(under: Under): void {
  describe('withdrawing proofs', () => {
    it.each<[Family]>([['evm'], ['bitcoin'], ['ton']])(
      'opens a lease of %s again whose attempt is not on its chain after all',
      async (family) => {
        const world = await newWorld(under(), family);
        const paid = await payOn(world, family);
        const { id, leaseId, txId } = paid;
        const [orderId, until] = [(await payment(world, id))?.orderId, Date.now()];
        await world.prove(id, leaseId, { txId, feePaid: 21n });
        await world.journal.transition({
          ...{
            swapId: id,
            version: await world.version(id),
            state: 'settling',
            fundsState: 'in_flight',
          },
        });
        await contradict(world, paid, gone, unused(world, family, paid.coin ?? ''));
        expect((await payment(world, id))?.lease?.doubt).toBe('gone');
        await world.journal.reopenLease({ swapId: id, version: await world.version(id), leaseId });

        const { swap, order } = await world.snapshot(id);
        expect(swap).toMatchObject({ state: 'executing', fundsState: 'in_flight', feeSpent: 0n });
        expect(swap).not.toHaveProperty('isPaid');
        expect(order?.id).toBe(orderId);
        expect(await payment(world, id)).toMatchObject({
          outcome: 'open',
          lease: { state: 'signed' },
        });
        // The same bytes only.
        expect(
          decide(await world.snapshot(id), { kind: 'none' }, until, defaultPolicy),
        ).toMatchObject({
          kind: 'broadcast',
          attempt: { txId },
        });
        expect(
          await world.raw(`select released from reservations where lease_id = '${leaseId}'`),
        ).toEqual([{ released: false }]);
        await expect(world.lease(id)).rejects.toMatchObject({ code: 'JOURNAL_STALE' });
        await world.prove(id, leaseId, { txId, block: 160n });
        expect((await world.snapshot(id)).swap).toMatchObject({ isPaid: true, feeSpent: 21n });
        expect((await proofsOf(world, leaseId)).map(({ finding }) => finding)).toEqual([
          'landed',
          'gone',
          'landed',
        ]);
      },
    );

    it('ends a doubt about an attempt that had left its block once the chain shows it there again', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const { id, leaseId, txId } = paid;
      await world.prove(id, leaseId, { txId, block: 90n });
      await toReview(world, id);
      await resolve(world, id, 'paid', { legs: [aLeg(world)] });
      // Its nonce is used: another transaction may have used it, or the endpoint is outdated.
      await contradict(world, paid, gone, { finalNonces: [[world.wallet.address, 1n]] });
      expect((await payment(world, id))?.lease?.doubt).toBe('replaced');
      expect(await timers(world, id)).toBe(1);
      const seen = {
        status: 'final',
        block: { number: 90n, hash: '0xb' },
        succeeded: true,
        feePaid: 21n,
      } as const;
      await world.observe({ [txId]: seen }, { latest: 201n, final: 151n });
      expect((await payment(world, id))?.lease).not.toHaveProperty('doubt');
      expect(await timers(world, id)).toBe(0);
      expect((await world.snapshot(id)).swap.state).toBe('settled');
      expect(await eventsOf(world, id, 'proof_confirmed')).toHaveLength(1);
    });

    it('keeps a doubt about an included attempt until a proof decides, whatever an outdated endpoint shows', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      await contradict(world, paid, included(90n, 'final'));
      await world.observe({ [paid.txId]: gone }, { latest: 201n, final: 151n });
      expect(await decided(world, paid.id)).toMatchObject({ kind: 'prove' });
    });

    it('pays nothing again if a later proof shows that a landed payment failed', async () => {
      for (const isReopened of [true, false]) {
        const world = await newWorld(under());
        const paid = await world.paid();
        const { id, leaseId, txId } = paid;
        await world.prove(id, leaseId, { txId });
        const unusedNonce = unused(world, 'evm', '');
        await contradict(
          world,
          paid,
          isReopened ? gone : included(90n, 'final', false),
          unusedNonce,
        );
        if (isReopened)
          await world.journal.reopenLease({
            swapId: id,
            version: await world.version(id),
            leaseId,
          });
        await world.prove(id, leaseId, { txId, succeeded: false });
        expect(await payment(world, id)).toMatchObject({
          outcome: 'reverted_final',
          disputed: true,
        });
        const { swap } = await world.snapshot(id);
        expect(swap).toMatchObject({
          state: 'needs_review',
          fundsState: 'unknown',
          reason: { code: 'PROOF_CONTRADICTED' },
        });
        expect(swap).not.toHaveProperty('isPaid');
        expect((await decided(world, id)).kind).toBe('wait');
        expect(await retry(world, id)).toMatchObject({ refusal: { code: 'FUNDS_UNKNOWN' } });
        expect(await resolve(world, id, 'unpaid')).toMatchObject({
          end: { state: 'failed', fundsState: 'unknown' },
        });
        expect(await retry(world, id)).toMatchObject({ refusal: { code: 'FUNDS_UNKNOWN' } });
      }
    });

    it('disputes no failure that had left its block and is proven again: its outcome never changed', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      const { id, leaseId, txId } = paid;
      await contradict(world, paid, gone, unused(world, 'evm', ''));
      await world.journal.reopenLease({ swapId: id, version: await world.version(id), leaseId });
      await world.prove(id, leaseId, { txId, succeeded: false });
      expect(await payment(world, id)).toMatchObject({ outcome: 'reverted_final' });
      expect(await payment(world, id)).not.toHaveProperty('disputed');
      expect((await decided(world, id)).kind).toBe('close_order');
      const { leaseId: next } = await payAgain(world, id);
      expect((await payment(world, id, 2))?.lease).toMatchObject({ id: next, state: 'signed' });
    });

    it('reports to a person a settled swap whose payment failed by a later proof', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const { id, leaseId, txId } = paid;
      await world.prove(id, leaseId, { txId });
      await toReview(world, id);
      await resolve(world, id, 'paid', { legs: [aLeg(world)] });
      await contradict(world, paid, included(90n, 'final', false));
      await world.prove(id, leaseId, { txId, succeeded: false });
      expect((await world.snapshot(id)).swap).toMatchObject({
        ...{ state: 'needs_review', endedAs: 'settled', fundsState: 'moved' },
        reason: { code: 'DEAD_AFTER_END' },
      });
      expect(await retry(world, id)).toMatchObject({ kind: 'refused' });
    });

    it('signs an approve again that was proven to have landed but did not', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      await world.quote(id);
      const { leaseId } = leased(await world.lease(id, { kind: 'revoke' }, false));
      const txId = randomTxId();
      committed(await world.commit(id, leaseId, { txId }));
      await world.prove(id, leaseId, { txId });
      await contradict(world, { leaseId, txId }, included(90n, 'final', false));
      await world.prove(id, leaseId, { txId, succeeded: false });
      expect(stepOf(await world.snapshot(id), 'revoke')).toMatchObject({
        outcome: 'reverted_final',
      });
      expect(stepOf(await world.snapshot(id), 'revoke')).not.toHaveProperty('disputed');
      expect((await world.snapshot(id)).swap.state).not.toBe('needs_review');
    });
  });
}
