import { describe, expect, it } from 'vitest';
import type { LeaseId, SwapId } from '../../../src/core/swap/ids.ts';
import type { Fee } from '../../../src/core/swap/transaction-object.ts';
import {
  committed,
  included,
  newWorld,
  randomTxId,
  stepOf,
  type Under,
  type World,
} from './fixture.ts';

const fee: Fee = { family: 'tron', feeLimit: 90n, bandwidthFee: 10n };
const expires = 5_000n;

/** Leases of families whose transactions have no nonce: one attempt each, until it has expired. */
export function describeExpiring(under: Under): void {
  describe('leases that expire', () => {
    async function sign(world: World, id: SwapId, txId = randomTxId()) {
      const result = await world.lease(id);
      if (result.kind !== 'leased') throw new Error(`refused: ${result.refusal.kind}`);
      const { leaseId, terms } = result;
      expect(terms).toEqual({ kind: 'expiry' });
      committed(await world.commit(id, leaseId, { txId, fee, expires }));
      return { leaseId, txId };
    }
    const leaseOf = async (world: World, id: SwapId) =>
      stepOf(await world.snapshot(id), 'swap')?.lease;
    const paid = async () => {
      const world = await newWorld(under(), 'tron');
      const id = await world.ready();
      return { world, id, ...(await sign(world, id)) };
    };

    it('have no nonce, and an expiry from their signature on', async () => {
      const { world, id, txId } = await paid();
      expect(await leaseOf(world, id)).toMatchObject({
        state: 'signed',
        terms: { kind: 'expiry', expires },
        overAtFinal: false,
        attempts: [{ txId, fee }],
      });
    });

    it('are one at a time between lease and commit, and any number next to each other afterwards', async () => {
      const world = await newWorld(under(), 'solana');
      const [first, second] = [await world.ready(), await world.ready()];
      expect(await world.lease(first)).toMatchObject({ kind: 'leased' });
      expect(await world.lease(second)).toMatchObject({ refusal: { kind: 'wallet_busy' } });
      const lease = await leaseOf(world, first);
      await world.journal.voidLease({
        leaseId: lease?.id as LeaseId,
        reason: { code: 'TEST', message: 'given back' },
      });
      await sign(world, first);
      await sign(world, second);
    });

    it('allow no second attempt', async () => {
      const { world, id, leaseId } = await paid();
      await expect(world.commit(id, leaseId, { kind: 'bump', fee })).rejects.toMatchObject({
        details: { constraint: 'p4_one_attempt_per_lease' },
      });
    });

    it('are over once the final block is past their expiry, which makes their swap due', async () => {
      const { world, id } = await paid();
      expect(await world.observe({}, { expiredUpTo: expires - 1n })).toEqual([]);
      expect(await leaseOf(world, id)).toMatchObject({ overAtFinal: false });
      expect(await world.observe({}, { expiredUpTo: expires })).toMatchObject([{ swapId: id }]);
      expect(await leaseOf(world, id)).toMatchObject({ overAtFinal: true });
      expect(await world.observe({}, { expiredUpTo: expires + 1n })).toEqual([]);
    });

    it('that are proven expired let the next generation pay, and freeze nothing', async () => {
      const { world, id, leaseId } = await paid();
      await world.prove(id, leaseId, { expired: true });
      const snapshot = await world.snapshot(id);
      expect(stepOf(snapshot, 'swap')).toMatchObject({
        outcome: 'dead',
        lease: { state: 'expired' },
      });
      expect(snapshot.stopped).toBeUndefined();
      await world.journal.closeOrder({
        swapId: id,
        version: snapshot.swap.version,
        reason: { code: 'PAYMENT_CANCELLED', message: 'expired' },
      });
      await world.quote(id);
      await world.swapData(id);
      await sign(world, id);
      expect(stepOf(await world.snapshot(id), 'swap')).toMatchObject({
        generation: 2,
        outcome: 'open',
      });
    });

    it('are not expired if their attempt was observed as included', async () => {
      const { world, id, leaseId, txId } = await paid();
      await world.observe({ [txId]: included(90n) });
      await expect(world.prove(id, leaseId, { expired: true })).rejects.toMatchObject({
        details: { constraint: 'proof_of_absence' },
      });
    });

    it('that landed are consumed like any other', async () => {
      const { world, id, leaseId, txId } = await paid();
      await world.prove(id, leaseId, { txId });
      expect(stepOf(await world.snapshot(id), 'swap')).toMatchObject({
        outcome: 'landed',
        lease: { state: 'consumed' },
      });
    });

    it('are logged without a nonce, and stay without one when they are lost', async () => {
      const { world, txId } = await paid();
      const attemptId = await world.journal.findAttempt(world.chain, txId);
      if (!attemptId) throw new Error('the attempt is not there');
      const {
        entries: [entry],
      } = await world.journal.signedRecords(attemptId);
      expect(entry).toMatchObject({ txId, chain: world.chain, step: 'swap', kind: 'pay' });
      expect(entry).not.toHaveProperty('nonce');
    });
  });
}
