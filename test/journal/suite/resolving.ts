import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DepositPayment } from '../../../src/core/deposits/deposit.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import { orderDeposit, orderedByDeposit } from '../../api/fixtures.ts';
import {
  fee,
  hour,
  included,
  leased,
  newWorld,
  randomTxId,
  type Under,
  type World,
} from './fixture.ts';
import { lostEntry, person } from './lost-entry.ts';
import {
  aLeg,
  decided,
  expectNoOtherPayment,
  resolve,
  retry,
  review,
  timers,
  toReview,
} from './resolution.ts';

/**
 * A person ends what no rule could end: signed attempts stay signed and tracked, and nothing is
 * ever paid again because of it.
 */
export function describeResolving(under: Under): void {
  describe('resolving', () => {
    /** A payment that is signed and not proven, of a swap that a person has ended as unpaid. */
    async function unpaidOnItsWay(world: World) {
      const paid = await world.paid();
      await toReview(world, paid.id);
      await resolve(world, paid.id, 'unpaid');
      return paid;
    }

    it('as paid: ends the swap as settled, with its leg, and stores who decided it and why', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      await world.prove(id, leaseId, { txId });
      await toReview(world, id);
      const leg = aLeg(world);
      const result = await resolve(world, id, 'paid', {
        legs: [leg],
        evidence: leg.txId,
        remark: 'too little',
      });
      expect(result).toEqual({ kind: 'resolved', end: { state: 'settled', fundsState: 'moved' } });
      const { swap, order } = await world.snapshot(id);
      expect(swap).toMatchObject({ state: 'settled', fundsState: 'moved', legs: [leg] });
      expect(swap.reason?.code).toBe('RESOLVED_BY_PERSON');
      expect(swap.reason?.message).toMatch(
        /^alice .*paid.*too little.*seen on the explorer.*SETTLEMENT_OVERDUE/,
      );
      expect(order).toBeUndefined();
      const data = {
        as: 'paid',
        by: 'alice',
        reason: 'seen on the explorer',
        evidence: leg.txId,
        before: review,
      };
      expect((await world.journal.events(id)).at(-1)).toMatchObject({ type: 'resolved', data });
      const kept = await world.raw(
        `select kind, by, reason from interventions where subject = '${id}'`,
      );
      expect(kept).toEqual([
        { kind: 'swap_resolved', by: 'alice', reason: 'seen on the explorer' },
      ]);
      expect(await timers(world, id)).toBe(0);
      expect((await retry(world, id)).kind).toBe('refused');
    });

    it('with what settled another swap: is refused as a whole', async () => {
      const world = await newWorld(under());
      const [one, other] = [await world.ready(), await world.ready()];
      await toReview(world, one);
      await toReview(world, other);
      const leg = aLeg(world);
      await resolve(world, one, 'paid', { legs: [leg] });
      expect(await resolve(world, other, 'paid', { legs: [leg] })).toEqual({
        kind: 'leg_attributed',
        bySwap: one,
      });
      // A leg that no chain shows takes its whole transaction.
      const named = { ...leg, index: -1, level: 'operator-reported', promised: true } as const;
      expect(await resolve(world, other, 'paid', { legs: [named] })).toMatchObject({ bySwap: one });
      const alone = { ...named, txId: randomTxId() };
      await resolve(world, other, 'paid', { legs: [alone] });
      expect((await world.snapshot(other)).swap.legs).toMatchObject([
        { level: 'operator-reported', promised: true },
      ]);
      expect(await world.journal.attributedLegs([{ ...alone, index: 7 }])).toMatchObject([
        { bySwap: other },
      ]);
    });

    it('is for a swap that waits for a person, at the version that the person saw', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const refused = { kind: 'refused', refusal: { code: 'NOTHING_TO_RESOLVE' } };
      expect(await resolve(world, id, 'unpaid')).toMatchObject(refused);
      const version = await world.version(id);
      await toReview(world, id, 'untouched');
      await expect(resolve(world, id, 'unpaid', { version })).rejects.toMatchObject({
        code: 'JOURNAL_STALE',
      });
      expect(await resolve(world, id, 'refunded')).toMatchObject({
        refusal: { code: 'RESOLUTION_REFUSED' },
      });
      await resolve(world, id, 'unpaid');
      expect(await resolve(world, id, 'unpaid')).toMatchObject(refused);
      const nowhere = {
        swapId: randomUUID() as SwapId,
        version: 1,
        as: 'unpaid',
        legs: [],
        ...person,
      } as const;
      await expect(world.journal.resolve(nowhere)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('as unpaid with nothing signed: the journal proves it, and a retry may pay', async () => {
      const world = await newWorld(under());
      const [id, other] = [await world.ready(), await world.ready()];
      await toReview(world, id, 'untouched');
      const untouched = { end: { state: 'failed', fundsState: 'untouched' } };
      expect(await resolve(world, id, 'unpaid')).toMatchObject(untouched);
      expect(await retry(world, id)).toMatchObject({ kind: 'retried', created: true });
      // Unless it may have lost something.
      await toReview(world, other, 'untouched');
      expect(await resolve(world, other, 'unpaid', { mayProve: false })).toMatchObject({
        end: { fundsState: 'unknown' },
      });
      await expectNoOtherPayment(world, other, 'FUNDS_UNKNOWN');
    });

    it('as unpaid with a pending payment: releases nothing, and no other may pay before the proof', async () => {
      const world = await newWorld(under());
      const { id, leaseId, nonce, txId } = await unpaidOnItsWay(world);
      const { swap, steps } = await world.snapshot(id);
      expect(swap).toMatchObject({ state: 'failed', fundsState: 'unknown' });
      expect(steps[0]).toMatchObject({ outcome: 'open', lease: { id: leaseId, state: 'signed' } });
      expect((await world.journal.openAttempts(world.chain)).attempts).toMatchObject([{ txId }]);
      expect(
        await world.raw(`select released from reservations where lease_id = '${leaseId}'`),
      ).toEqual([{ released: false }]);
      const next = leased(await world.lease(await world.ready()));
      expect(next.nonce).toBe(nonce + 1n);
      await expectNoOtherPayment(world, id, 'PAYMENT_MAY_LAND');
      expect(await world.journal.cancel(id)).toMatchObject({ refusal: { code: 'FUNDS_UNKNOWN' } });
    });

    it('as unpaid: a released wallet pays nothing of it', async () => {
      const world = await newWorld(under());
      const { id } = await unpaidOnItsWay(world);
      await world.raw(
        `update wallets set frozen_reason = 'looked at' where id = '${world.wallet.id}'`,
      );
      const chainNonces = new Map([[world.chain, 0n]]);
      await world.journal.unfreezeWallet({
        walletId: world.wallet.id,
        chainNonces,
        by: 'alice',
        reason: 'ours',
      });
      expect((await decided(world, id)).kind).not.toBe('execute');
      await expectNoOtherPayment(world, id, 'PAYMENT_MAY_LAND');
    });

    it('leaves what is signed to be cancelled only', async () => {
      const world = await newWorld(under());
      const { id, leaseId } = await unpaidOnItsWay(world);
      expect(await timers(world, id)).toBe(1);
      expect(await decided(world, id)).toMatchObject({ kind: 'cancel' });
      expect(await world.commit(id, leaseId, { kind: 'bump' })).toEqual({
        kind: 'refused',
        why: 'swap_ended',
      });
      const rogue = `insert into attempts (id, lease_id, family, chain, seq, kind, tx_id, bytes, fee)
        values ('${randomUUID()}', '${leaseId}', 'evm', '${world.chain}', 2, 'bump', '${randomTxId()}', '0x', '{}')`;
      await expect(world.raw(rogue)).rejects.toMatchObject({
        details: { constraint: 'ended_swaps_sign_nothing' },
      });
      const dearer = { ...fee, maxFeePerGas: 20n };
      expect(await world.commit(id, leaseId, { kind: 'cancel', fee: dearer })).toMatchObject({
        kind: 'committed',
      });
      const { swap } = await world.snapshot(id);
      expect(swap).toMatchObject({ state: 'failed', reason: { code: 'RESOLVED_BY_PERSON' } });
    });

    it('as unpaid: the later proof is the one that was missing', async () => {
      const world = await newWorld(under());
      const { id, leaseId } = await unpaidOnItsWay(world);
      const cancel = randomTxId();
      await world.commit(id, leaseId, { kind: 'cancel', txId: cancel });
      await world.observe({ [cancel]: included(40n, 'final') });
      expect(await decided(world, id)).toMatchObject({ kind: 'prove' });
      await world.prove(id, leaseId, { txId: cancel, block: 40n });
      const { swap } = await world.snapshot(id);
      expect(swap).toMatchObject({
        state: 'failed',
        fundsState: 'untouched',
        reason: { code: 'RESOLVED_BY_PERSON' },
      });
      expect(await timers(world, id)).toBe(0);
      expect(await decided(world, id)).toEqual({ kind: 'done' });
      expect(await retry(world, id)).toMatchObject({ kind: 'retried', created: true });
    });

    it('as unpaid: a payment that lands after all is reported, and never paid again', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await unpaidOnItsWay(world);
      await world.prove(id, leaseId, { txId });
      const { swap } = await world.snapshot(id);
      expect(swap).toMatchObject({
        ...{ state: 'needs_review', endedAs: 'failed', fundsState: 'unknown', isPaid: true },
        reason: { code: 'LANDED_AFTER_END' },
      });
      expect(await retry(world, id)).toMatchObject({ refusal: { code: 'PAYMENT_LANDED' } });
      const leg = aLeg(world);
      expect(await resolve(world, id, 'paid', { legs: [leg] })).toMatchObject({
        end: { state: 'settled' },
      });
      expect((await world.snapshot(id)).swap).not.toHaveProperty('endedAs');
    });

    it('as unpaid: a nonce used by an external transaction is no proof', async () => {
      const world = await newWorld(under());
      const { id, leaseId } = await unpaidOnItsWay(world);
      await world.prove(id, leaseId, { stranger: true });
      expect((await world.snapshot(id)).swap).toMatchObject({
        state: 'failed',
        fundsState: 'unknown',
      });
      await expectNoOtherPayment(world, id, 'FUNDS_UNKNOWN');
      expect(await timers(world, id)).toBe(0);
    });

    it('as unpaid: a lost payment still counts as paid', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      await world.journal.recordLosses([lostEntry(world, { swapId: id })]);
      await world.journal.adopt(person);
      await toReview(world, id, 'unknown');
      expect(await resolve(world, id, 'unpaid')).toMatchObject({ end: { fundsState: 'unknown' } });
      await expectNoOtherPayment(world, id, 'FUNDS_UNKNOWN');
    });

    it('as unpaid: what may still arrive for it is not attributed to another swap', async () => {
      const world = await newWorld(under());
      const other = await world.paid();
      const { id, leaseId, txId } = await unpaidOnItsWay(world);
      const competitors = async () =>
        (await world.journal.competitors(other.id)).map(({ swapId }) => swapId);
      // Its payment may be in a block already, and is not proven.
      expect(await competitors()).toEqual([id]);
      expect(await world.journal.refundCompetitors(other.id)).toHaveLength(1);
      await world.prove(id, leaseId, { txId });
      expect(await competitors()).toEqual([id]);
      await resolve(world, id, 'unpaid');
      expect(await competitors()).toEqual([id]);
      expect(await world.journal.refundCompetitors(other.id)).toHaveLength(1);
      // The person has searched for transfers up to then, so it does not compete with swaps
      // submitted later.
      const later = await world.paid();
      expect((await world.journal.competitors(later.id)).map(({ swapId }) => swapId)).toEqual([
        other.id,
      ]);
    });

    it('as unpaid of a manual deposit: the same', async () => {
      const world = await newWorld(under());
      const [{ id, look }, other] = [await shown(world), await shown(world)];
      await look({ amount: 400n });
      await toReview(world, id);
      await resolve(world, id, 'unpaid');
      expect((await world.journal.competitors(other.id)).map(({ swapId }) => swapId)).toEqual([id]);
    });

    it('voids what is held and never signed', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const { nonce } = leased(await world.lease(id, { hold: hour }));
      await toReview(world, id, 'untouched');
      await resolve(world, id, 'unpaid');
      expect(leased(await world.lease(await world.ready())).nonce).toBe(nonce);
    });

    /** A swap whose deposit is paid manually, and the transfers to its deposit target. */
    async function shown(world: World) {
      const { id, orderId } = await orderedByDeposit(world, 'deposit-by-hand');
      const look = async (change: Partial<DepositPayment>) => {
        const block = { number: 120n, hash: '0x120' };
        const payment = {
          txId: randomTxId(),
          index: 0,
          amount: 1_000n,
          block,
          final: true,
          at: Date.now(),
          ...change,
        };
        await world.journal.recordDeposits([
          { orderId, swapId: id, payments: [payment], scannedUntil: 110n },
        ]);
        return payment;
      };
      await world.journal.transition({
        ...{
          swapId: id,
          version: await world.version(id),
          state: 'awaiting_deposit',
          fundsState: 'untouched',
        },
      });
      return { id, look };
    }

    it('is not undone by the deposit that was resolved; another deposit reopens the swap', async () => {
      const world = await newWorld(under());
      const [unpaid, refunded] = [await shown(world), await shown(world)];
      for (const { id, look } of [unpaid, refunded]) {
        const short = await look({ amount: 400n });
        await toReview(world, id);
        const isBack = id === refunded.id;
        await resolve(world, id, isBack ? 'refunded' : 'unpaid', {
          legs: isBack ? [aLeg(world, { role: 'refund' })] : [],
        });
        const end = isBack ? ['refunded', 'returned'] : ['failed', 'unknown'];
        await look(short);
        const { state, fundsState } = (await world.snapshot(id)).swap;
        expect([state, fundsState]).toEqual(end);
        expect((await retry(world, id)).kind).toBe('refused');
        await look({ block: { number: 140n, hash: '0x140' } });
      }
      // It was unpaid: the provider is polled about the late deposit, as about any late payment.
      const { swap, order } = await world.snapshot(unpaid.id);
      expect(swap).toMatchObject({ state: 'needs_review', fundsState: 'in_flight' });
      expect(swap).not.toHaveProperty('endedAs');
      expect(order?.open).toBe(true);
      const second = {
        state: 'needs_review',
        endedAs: 'refunded',
        reason: { code: 'DEPOSIT_TWICE' },
      };
      expect((await world.snapshot(refunded.id)).swap).toMatchObject(second);
    });

    it('has the anchors of the first order of a swap, even a closed one', async () => {
      const world = await newWorld(under());
      const { id } = await orderedByDeposit(world, 'deposit-by-hand');
      expect(await world.journal.orderAnchors(id)).toEqual({ destination: 7n, deposit: 100n });
      await world.raw(`update orders set open = false where swap_id = '${id}'`);
      await world.quote(id, { destinationAnchor: 90n });
      expect(await world.journal.orderAnchors(id)).toEqual({ destination: 7n, deposit: 100n });
      expect(await world.journal.orderAnchors((await world.submit()).id)).toEqual({});
    });

    it('reports a deposit to an order that was no longer shown', async () => {
      const world = await newWorld(under());
      const { id, look } = await shown(world);
      await world.raw(`update orders set open = false where swap_id = '${id}'`);
      await orderDeposit(world, id, {}, Date.now() + hour);
      await toReview(world, id, 'untouched');
      const { txId } = await look({});
      await resolve(world, id, 'unpaid');
      expect((await world.snapshot(id)).swap.state).toBe('failed');
      await look({ txId });
      expect((await world.snapshot(id)).swap).toMatchObject({
        state: 'needs_review',
        reason: { code: 'DEPOSIT_LATE', message: expect.stringContaining(txId) },
      });
    });

    it('as unpaid of a deposit that was not final: the final deposit reopens the swap', async () => {
      const world = await newWorld(under());
      const { id, look } = await shown(world);
      const seen = await look({ final: false });
      await toReview(world, id);
      await resolve(world, id, 'unpaid');
      expect((await world.snapshot(id)).swap.state).toBe('failed');
      await look({ ...seen, final: true });
      expect((await world.snapshot(id)).swap).toMatchObject({
        state: 'needs_review',
        reason: { code: 'DEPOSIT_LATE' },
      });
    });
  });
}
