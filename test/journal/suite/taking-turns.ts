import { describe, expect, it } from 'vitest';
import type { LeaseId, SwapId } from '../../../src/core/swap/ids.ts';
import type { Fee } from '../../../src/core/swap/transaction-object.ts';
import type { LeaseRequest } from '../../../src/ports/stores/signing-records.ts';
import {
  committed,
  included,
  newWorld,
  randomTxId,
  stepOf,
  type Under,
  type World,
} from './fixture.ts';

const expires = 5_000n;
const walletFee: Fee = { family: 'ton', walletFee: 10n };
const coinFee = (total: bigint): Fee => ({ family: 'bitcoin', total, virtualSize: 141n });
const coins = [`${'a'.repeat(64)}:0`, `${'b'.repeat(64)}:3`];

/**
 * Families with one lease at a time for an account: the terms of the next one depend on how this
 * one ends.
 */
export function describeTakingTurns(under: Under): void {
  const granted = async (world: World, id: SwapId, change: Partial<LeaseRequest>) => {
    const result = await world.lease(id, change);
    if (result.kind !== 'leased') throw new Error(`refused: ${result.refusal.kind}`);
    return result;
  };
  const giveBack = (world: World, leaseId: LeaseId) =>
    world.journal.voidLease({ leaseId, reason: { code: 'TEST', message: 'given back' } });
  const leaseOf = async (world: World, id: SwapId) =>
    stepOf(await world.snapshot(id), 'swap')?.lease;
  const busy = { kind: 'refused', refusal: { kind: 'wallet_busy' } };
  const occupied = ({ chain }: World) => ({
    kind: 'refused',
    refusal: { kind: 'wallet_occupied', chain },
  });

  describe('leases of a wallet contract of TON', () => {
    const paid = async (seqno = 7n) => {
      const world = await newWorld(under(), 'ton');
      const id = await world.ready();
      const { leaseId, terms } = await granted(world, id, { chainNonce: seqno });
      expect(terms).toEqual({ kind: 'seqno', seqno });
      const txId = randomTxId();
      committed(await world.commit(id, leaseId, { txId, fee: walletFee, expires }));
      return { world, id, leaseId, txId };
    };

    it('are the number that the wallet takes next, and end when it is signed', async () => {
      const { world, id, txId } = await paid();
      expect(await leaseOf(world, id)).toMatchObject({
        state: 'signed',
        terms: { kind: 'seqno', seqno: 7n, expires },
        overAtFinal: false,
        attempts: [{ txId, fee: walletFee }],
      });
    });

    it('exclude any other until they are proven', async () => {
      const { world, id, leaseId, txId } = await paid();
      const second = await world.ready();
      expect(await world.lease(second, { chainNonce: 7n })).toEqual(occupied(world));
      await world.observe({ [txId]: included(90n) });
      expect(await world.lease(second, { chainNonce: 8n })).toEqual(occupied(world));
      await world.prove(id, leaseId, { txId });
      expect(await granted(world, second, { chainNonce: 8n })).toMatchObject({
        terms: { kind: 'seqno', seqno: 8n },
      });
    });

    it('are not taken from an answer of the chain from before the last one landed', async () => {
      const { world, id, leaseId, txId } = await paid();
      await world.prove(id, leaseId, { txId });
      expect(await world.lease(await world.ready(), { chainNonce: 7n })).toEqual(busy);
    });

    it('that expired unused leave their number to the next one', async () => {
      const { world, id, leaseId } = await paid();
      await world.prove(id, leaseId, { expired: true });
      expect(stepOf(await world.snapshot(id), 'swap')).toMatchObject({
        outcome: 'dead',
        lease: { state: 'expired' },
      });
      const second = await world.ready();
      const { leaseId: next } = await granted(world, second, { chainNonce: 7n });
      const txId = randomTxId();
      committed(await world.commit(second, next, { txId, fee: walletFee, expires }));
      await world.prove(second, next, { txId });
      expect(await leaseOf(world, second)).toMatchObject({
        state: 'consumed',
        terms: { seqno: 7n },
      });
    });

    it('freeze the wallet if its contract took a number that was not signed here', async () => {
      const { world, id, leaseId, txId } = await paid();
      await world.prove(id, leaseId, { txId });
      const second = await world.ready();
      expect(await world.lease(second, { chainNonce: 9n })).toMatchObject({
        refusal: { kind: 'external_nonce', chainNonce: 9n, expected: 8n },
      });
      expect((await world.snapshot(second)).stopped).toMatchObject({ code: 'WALLET_FROZEN' });
    });

    it('are over once the wallet has advanced, or once they expired, whichever shows first', async () => {
      const byNumber = await paid();
      await byNumber.world.observe(
        {},
        { finalNonces: [[byNumber.world.wallet.address, 8n]], expiredUpTo: 1n },
      );
      expect(await leaseOf(byNumber.world, byNumber.id)).toMatchObject({ overAtFinal: true });
      const byTime = await paid();
      await byTime.world.observe(
        {},
        { finalNonces: [[byTime.world.wallet.address, 7n]], expiredUpTo: expires - 1n },
      );
      expect(await leaseOf(byTime.world, byTime.id)).toMatchObject({ overAtFinal: false });
      await byTime.world.observe(
        {},
        { finalNonces: [[byTime.world.wallet.address, 7n]], expiredUpTo: expires },
      );
      expect(await leaseOf(byTime.world, byTime.id)).toMatchObject({ overAtFinal: true });
    });

    it('allow no second attempt', async () => {
      const { world, id, leaseId } = await paid();
      await expect(
        world.commit(id, leaseId, { kind: 'bump', fee: walletFee }),
      ).rejects.toMatchObject({
        details: { constraint: 'p4_one_attempt_per_lease' },
      });
    });
  });

  describe('leases of coins of Bitcoin', () => {
    const paid = async () => {
      const world = await newWorld(under(), 'bitcoin');
      const id = await world.ready();
      const { leaseId, terms } = await granted(world, id, { outpoints: coins });
      expect(terms).toEqual({ kind: 'outpoints', outpoints: coins });
      const txId = randomTxId();
      committed(await world.commit(id, leaseId, { txId, fee: coinFee(150n) }));
      return { world, id, leaseId, txId };
    };

    it('are the coins, in their order', async () => {
      const { world, id, txId } = await paid();
      expect(await leaseOf(world, id)).toMatchObject({
        state: 'signed',
        terms: { kind: 'outpoints', outpoints: coins },
        attempts: [{ txId, fee: coinFee(150n) }],
      });
    });

    it('cannot exist without coins', async () => {
      const world = await newWorld(under(), 'bitcoin');
      await expect(world.lease(await world.ready())).rejects.toMatchObject({
        details: { constraint: 'coins_of_lease' },
      });
    });

    it('exclude any other until they are proven, whatever it would spend', async () => {
      const { world, id, leaseId, txId } = await paid();
      const second = await world.ready();
      const others = [`${'c'.repeat(64)}:1`];
      expect(await world.lease(second, { outpoints: others })).toEqual(occupied(world));
      await world.prove(id, leaseId, { txId });
      expect(await granted(world, second, { outpoints: others })).toMatchObject({
        terms: { outpoints: others },
      });
    });

    it('allow a bump and a cancel, of which any may land', async () => {
      const { world, id, leaseId } = await paid();
      committed(await world.commit(id, leaseId, { kind: 'bump', fee: coinFee(200n) }));
      const txId = randomTxId();
      committed(await world.commit(id, leaseId, { kind: 'cancel', txId, fee: coinFee(300n) }));
      await world.prove(id, leaseId, { txId });
      expect(stepOf(await world.snapshot(id), 'swap')).toMatchObject({
        outcome: 'dead',
        lease: { state: 'consumed' },
      });
    });

    it('release their coins, and a leased coin is never leased twice', async () => {
      const world = await newWorld(under(), 'bitcoin');
      const [first, second] = [await world.ready(), await world.ready()];
      const { leaseId } = await granted(world, first, { outpoints: coins });
      await giveBack(world, leaseId);
      await granted(world, second, { outpoints: coins.slice(1) });
      const revived = `update outpoints set live = true where lease_id = '${leaseId}'`;
      await expect(world.raw(revived)).rejects.toMatchObject({
        details: { constraint: 'outpoints_one_lease_each' },
      });
    });
  });
}
