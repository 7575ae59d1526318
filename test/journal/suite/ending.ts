import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import { type Job, minimumOut } from '../../../src/core/swap/job.ts';
import { isEnd, type Leg } from '../../../src/core/swap/swap.ts';
import {
  holder,
  hour,
  leased,
  newWorld,
  type Paid,
  randomTxId,
  receiver,
  spender,
  stepOf,
  token,
  type Under,
  type World,
} from './fixture.ts';

async function landed(world: World): Promise<Paid> {
  const paid = await world.paid();
  await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
  return paid;
}

/** A swap with a committed payment. */
async function pay(world: World, change: Partial<Job>): Promise<SwapId> {
  const id = await world.ready(change);
  await world.commit(id, leased(await world.lease(id)).leaseId);
  return id;
}

function aLeg(world: World, change: Partial<Leg> = {}): Leg {
  return {
    chain: world.chain,
    txId: randomTxId(),
    index: 3,
    token,
    amount: 399n,
    role: 'payout',
    level: 'verified',
    ...change,
  };
}

async function settle(world: World, id: SwapId, legs: Leg[]) {
  return world.settle(id, { legs });
}

export function describeEnding(under: Under): void {
  describe('ending', () => {
    it('settles with its legs, closes the order, and is never due again', async () => {
      const world = await newWorld(under());
      const { id } = await landed(world);
      const legs = [aLeg(world), aLeg(world, { index: -1, amount: 2n ** 200n })];
      expect(await settle(world, id, legs)).toEqual({ kind: 'settled' });
      const { swap, order } = await world.snapshot(id);
      expect(swap).toMatchObject({ state: 'settled', fundsState: 'moved' });
      expect(swap.legs).toHaveLength(2);
      expect(swap.legs).toEqual(expect.arrayContaining(legs));
      expect(order).toBeUndefined();
      expect((await world.journal.dueSwaps(10_000)).some(({ swapId }) => swapId === id)).toBe(
        false,
      );
      expect(await world.journal.lock(id, holder, hour)).toBe(false);
    });

    it('gives a transfer to one swap only, however its transaction is written', async () => {
      const world = await newWorld(under());
      const [first, second] = [await landed(world), await landed(world)];
      const leg = aLeg(world, { txId: `0x${'ab'.repeat(32)}` });
      await settle(world, first.id, [leg]);
      expect(await settle(world, second.id, [{ ...leg, txId: `0x${'AB'.repeat(32)}` }])).toEqual({
        kind: 'leg_attributed',
        bySwap: first.id,
      });
    });

    it('attributes a payout to one swap only, and rolls back the whole settlement of the other', async () => {
      const world = await newWorld(under());
      const [first, second] = [await landed(world), await landed(world)];
      const leg = aLeg(world);
      await settle(world, first.id, [leg]);
      const before = await world.version(second.id);
      const own = aLeg(world);
      const { chain, txId, index } = leg;
      expect(await world.journal.attributedLegs([leg, own, { ...leg, index: 4 }])).toEqual([
        { chain, txId, index, bySwap: first.id },
      ]);
      expect(await settle(world, second.id, [own, leg])).toEqual({
        kind: 'leg_attributed',
        bySwap: first.id,
      });
      const { swap } = await world.snapshot(second.id);
      expect(swap).toMatchObject({ legs: [], version: before });
      expect(isEnd(swap.state)).toBe(false);
      expect(await settle(world, second.id, [own])).toEqual({ kind: 'settled' });
    });

    it('attributes a whole transaction to the swap whose payout in it was not observed, or nothing', async () => {
      const world = await newWorld(under());
      const unseen = async (): Promise<SwapId> => {
        const { reportedOnly: _, ...to } = world.job().to;
        return pay(world, { to: { ...to, reportedOnly: true } });
      };
      const proven = async (id: SwapId): Promise<SwapId> => {
        const [step] = (await world.snapshot(id)).steps;
        const [attempt] = step?.lease?.attempts ?? [];
        if (!step?.lease || !attempt) throw new Error('nothing was paid');
        await world.prove(id, step.lease.id, { txId: attempt.txId });
        return id;
      };
      const [first, second, seen] = [
        await proven(await unseen()),
        await proven(await unseen()),
        await landed(world),
      ];
      const txId = `0x${'cd'.repeat(32)}`;
      const promised = aLeg(world, { txId, index: -1, level: 'router-reported', promised: true });
      await settle(world, first, [promised]);
      // The chain has been configured since then, and shows which transfer it is.
      const there = aLeg(world, { txId, index: -2 });
      const { chain, index } = there;
      expect(await world.journal.attributedLegs([there])).toEqual([
        { chain, txId, index, bySwap: first },
      ]);
      expect(await settle(world, seen.id, [there])).toEqual({
        kind: 'leg_attributed',
        bySwap: first,
      });
      const elsewhere = aLeg(world, { index: -2 });
      expect(await settle(world, seen.id, [elsewhere])).toEqual({ kind: 'settled' });
      const same = { ...promised, txId: elsewhere.txId };
      expect(await settle(world, second, [same])).toEqual({
        kind: 'leg_attributed',
        bySwap: seen.id,
      });
    });

    it('decides between two swaps that claim the same payouts at once', async () => {
      const world = await newWorld(under());
      const [first, second] = [await landed(world), await landed(world)];
      const legs = [aLeg(world), aLeg(world)];
      const results = await Promise.all([
        settle(world, first.id, legs),
        settle(world, second.id, legs.toReversed()),
      ]);
      expect(results.map(({ kind }) => kind).sort()).toEqual(['leg_attributed', 'settled']);
    });

    it('does not end while a signed step is not proven', async () => {
      const world = await newWorld(under());
      const { id } = await world.paid();
      const version = await world.version(id);
      const ending = world.journal.transition({
        swapId: id,
        version,
        state: 'failed',
        fundsState: 'untouched',
      });
      await expect(ending).rejects.toMatchObject({
        code: 'JOURNAL_BROKEN_INVARIANT',
        details: { constraint: 'end_with_signed_step' },
      });
      expect((await world.snapshot(id)).swap).toMatchObject({ state: 'executing', version });
    });

    it('closes steps that were never signed, with a proof that says so', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const { leaseId } = leased(await world.lease(id));
      await world.journal.voidLease({ leaseId, reason: { code: 'X', message: 'x' } });
      const held = leased(await world.lease(id));
      const version = await world.version(id);
      await world.journal.transition({
        swapId: id,
        version,
        state: 'expired',
        fundsState: 'untouched',
      });
      const { steps } = await world.snapshot(id);
      expect(steps).toMatchObject([
        { outcome: 'dead', lease: { id: held.leaseId, state: 'void' } },
      ]);
      const [proof] = await world.raw(
        `select rule, evidence from proofs where id = '${steps[0]?.proofId}'`,
      );
      expect(proof).toMatchObject({
        rule: 'never-signed',
        evidence: { voidedLeases: expect.arrayContaining([leaseId, held.leaseId]) },
      });
      // Its nonce and its balance are free.
      const next = await world.ready();
      expect(leased(await world.lease(next)).nonce).toBe(0n);
    });

    it('releases the allowance need', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      await world.quote(id, { spender });
      await world.journal.transition({
        swapId: id,
        version: await world.version(id),
        state: 'cancelled',
        fundsState: 'untouched',
      });
      expect(await world.raw(`select state from allowance_needs where swap_id = '${id}'`)).toEqual([
        { state: 'released' },
      ]);
    });

    it('shows why it waits for a person until the wait ends', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      const reason = { code: 'SETTLEMENT_OVERDUE', message: 'late' };
      const version = await world.version(id);
      await world.journal.transition({
        swapId: id,
        version,
        state: 'needs_review',
        fundsState: 'in_flight',
        reason,
      });
      await world.prove(id, leaseId, { txId });
      const other = { code: 'ROUTER_UNAVAILABLE', message: 'away' };
      const again = {
        swapId: id,
        version: await world.version(id),
        holder,
        delay: 0,
        failed: true,
        reason: other,
      };
      await world.journal.wait(again);
      expect((await world.snapshot(id)).swap).toMatchObject({
        state: 'needs_review',
        reason,
        consecutiveFailures: 1,
      });
      await settle(world, id, [aLeg(world)]);
      expect((await world.snapshot(id)).swap.reason).toBeUndefined();
    });

    it('never leaves a terminal state', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      const to = async (state: 'failed' | 'requested') =>
        world.journal.transition({
          swapId: id,
          version: await world.version(id),
          state,
          fundsState: 'untouched',
        });
      await to('failed');
      await expect(to('requested')).rejects.toMatchObject({ code: 'JOURNAL_BROKEN_INVARIANT' });
      await expect(world.quote(id)).rejects.toMatchObject({ code: 'JOURNAL_BROKEN_INVARIANT' });
    });

    it('keeps the order of a payment that may land or has', async () => {
      const world = await newWorld(under());
      const { id } = await world.paid();
      const broken = {
        code: 'JOURNAL_BROKEN_INVARIANT',
        details: { constraint: 'order_of_living_payment' },
      };
      const close = async () =>
        world.journal.closeOrder({
          swapId: id,
          version: await world.version(id),
          reason: { code: 'X', message: 'x' },
        });
      await expect(close()).rejects.toMatchObject(broken);
      await expect(world.quote(id)).rejects.toMatchObject(broken);
      await expect(world.swapData(id)).rejects.toMatchObject(broken);
    });

    it('finds which other swaps could own a payout to the same receiver', async () => {
      const world = await newWorld(under());
      const to = {
        family: 'evm',
        chain: `${world.chain}-B`,
        token,
        decimals: 6,
        symbol: 'USDC',
      } as const;
      const own = await pay(world, { to });
      const competitor = await pay(world, { to, receiver: receiver.toLowerCase() });
      await pay(world, { to, receiver: spender });
      await pay(world, { to: { ...to, token: spender } });
      await world.ready({ to });
      const [found, ...others] = await world.journal.competitors(own);
      expect(others).toEqual([]);
      expect(found).toEqual({
        kind: 'payout',
        swapId: competitor,
        minOut: 390n,
        expectedOut: 399n,
        destinationAnchor: 7n,
      });
      const destination = { chain: to.chain, txId: randomTxId() };
      await world.journal.recordStatus({
        swapId: competitor,
        version: await world.version(competitor),
        status: 'SUCCESS',
        destination,
      });
      expect(await world.journal.competitors(own)).toMatchObject([
        { reportedTxId: destination.txId },
      ]);
    });

    it('finds whose refund could arrive where a payout is awaited', async () => {
      const world = await newWorld(under());
      const other = await newWorld(under());
      const { from } = world.job();
      const address = world.wallet.address;
      const own = await pay(other, { to: from, receiver: address.toUpperCase() });
      const to = other.job().from;
      const byWallet = await pay(world, { to, amount: 1_001n, refundAddress: receiver });
      const third = await newWorld(under());
      const byAddress = await pay(third, { from, to, amount: 1_002n, refundAddress: address });
      const inToken = await pay(world, { from: { ...from, token }, to, amount: 1_003n });
      await pay(third, { from, to });
      await pay(third, { to, refundAddress: address });
      await pay(world, {});
      await world.ready({ to });
      const competitor = (swapId: SwapId, amount: bigint) => ({
        kind: 'refund',
        swapId,
        token: from.token,
        amount,
      });
      expect(await world.journal.competitors(own)).toEqual([
        competitor(byWallet, 1_001n),
        competitor(byAddress, 1_002n),
      ]);
      expect(await world.journal.competitors(own, { anyToken: true })).toEqual([
        competitor(byWallet, 1_001n),
        competitor(byAddress, 1_002n),
        { ...competitor(inToken, 1_003n), token },
      ]);
      const destination = { chain: to.chain, txId: randomTxId() };
      const version = await world.version(byWallet);
      await world.journal.recordStatus({
        swapId: byWallet,
        version,
        status: 'SUCCESS',
        destination,
      });
      const [reported] = await world.journal.competitors(own);
      expect(reported).toEqual({
        ...competitor(byWallet, 1_001n),
        isReportedPaid: true,
        reportedTxId: destination.txId,
      });
    });

    it('finds which swaps could own a transfer back to the account', async () => {
      const world = await newWorld(under());
      const other = await newWorld(under());
      const { from, to } = world.job();
      if (to.reportedOnly) throw new Error('nothing is paid from there');
      const address = world.wallet.address;
      const own = await pay(world, { amount: 1_000n });
      await pay(world, { amount: 1_001n });
      await world.ready({ amount: 1_003n });
      const competitor = (amount: bigint) => expect.objectContaining({ kind: 'refund', amount });
      expect(await world.journal.refundCompetitors(own)).toEqual([competitor(1_001n)]);
      const shared = await pay(world, { amount: 1_004n, refundAddress: receiver });
      await pay(other, { from, refundAddress: receiver.toLowerCase(), amount: 1_005n });
      expect(await world.journal.refundCompetitors(shared)).toEqual(
        [1_000n, 1_001n, 1_005n].map(competitor),
      );
      // A transfer from another chain to the same account in the same token is the payout of a
      // swap.
      const elsewhere = {
        from: { ...to, chain: other.chain },
        to: from,
        receiver: address.toLowerCase(),
      };
      await pay(other, elsewhere);
      await pay(other, { ...elsewhere, receiver });
      const last = await pay(world, { amount: 1_006n });
      expect(await world.journal.refundCompetitors(last)).toEqual([
        competitor(1_000n),
        competitor(1_001n),
        competitor(1_004n),
        expect.objectContaining({ kind: 'payout', minOut: 390n }),
      ]);
    });

    it('stores why a swap ended as refunded, and counts the cost of a claim on another chain separately', async () => {
      const world = await newWorld(under());
      const { id } = await landed(world);
      const { feeSpent } = (await world.snapshot(id)).swap;
      const other = `${world.chain}-B`;
      const { order, swap } = await world.snapshot(id);
      const claim = leased(
        await world.lease(id, { kind: 'claim', chain: other, reserve: [] }, false),
      );
      const txId = randomTxId();
      await world.commit(id, claim.leaseId, { txId });
      await world.prove(id, claim.leaseId, { txId, feePaid: 500n });
      expect((await world.snapshot(id)).swap).toMatchObject({ feeSpent, state: swap.state });
      expect((await world.snapshot(id)).order?.id).toBe(order?.id);
      await world.settle(id, {
        state: 'refunded',
        fundsState: 'moved',
        level: 'router-reported',
        legs: [aLeg(world, { level: 'router-reported' })],
        reason: { code: 'PAID_IN_OTHER_TOKEN', message: 'DAI' },
      });
      expect((await world.snapshot(id)).swap).toMatchObject({
        state: 'refunded',
        fundsState: 'moved',
        reason: { code: 'PAID_IN_OTHER_TOKEN' },
      });
    });

    it('signs no refund or claim while its chain or the provider is stopped', async () => {
      const world = await newWorld(under());
      const { id } = await landed(world);
      const provider = (await world.snapshot(id)).order!.provider;
      const recover = () => world.lease(id, { kind: 'refund', reserve: [] }, false);
      const stop = (scope: 'chain' | 'provider', subject: string, stopped: boolean) =>
        world.journal.setSwitch({ scope, subject, stopped, by: 'test', reason: 'test' });
      for (const [scope, subject] of [
        ['chain', world.chain],
        ['provider', provider],
      ] as const) {
        await stop(scope, subject, true);
        expect(await recover()).toMatchObject({ kind: 'refused', refusal: { kind: 'stopped' } });
        await stop(scope, subject, false);
      }
      const { leaseId } = leased(await recover());
      await stop('provider', provider, true);
      expect(await world.commit(id, leaseId)).toEqual({ kind: 'refused', why: 'stopped' });
      await stop('provider', provider, false);
    });

    it('lets a claim replace a refund of which nothing was signed, and no other', async () => {
      const world = await newWorld(under());
      const { id } = await landed(world);
      const recover = (kind: 'refund' | 'claim') => world.lease(id, { kind, reserve: [] }, false);
      const begun = leased(await recover('refund'));
      await world.journal.voidLease({
        leaseId: begun.leaseId,
        reason: { code: 'X', message: 'x' },
      });
      const claim = leased(await recover('claim'));
      expect(stepOf(await world.snapshot(id), 'refund')).toMatchObject({ outcome: 'dead' });
      await world.commit(id, claim.leaseId);
      await expect(recover('refund')).rejects.toMatchObject({
        code: 'JOURNAL_BROKEN_INVARIANT',
        details: { constraint: 'p2_one_living_claim_or_refund_per_swap' },
      });
    });

    it('holds each of two competitors to what its own job accepts, not to what its order promises', async () => {
      const world = await newWorld(under());
      const strict = await pay(world, { bound: { kind: 'min_out', minOut: 390n } });
      const lax = await pay(world, { bound: { kind: 'slippage', slippageBps: 1_000 } });
      // Both orders promise 397 and expect 399.
      expect(await world.journal.competitors(lax)).toMatchObject([
        { swapId: strict, minOut: 390n },
      ]);
      expect(await world.journal.competitors(strict)).toMatchObject([
        { swapId: lax, minOut: 359n },
      ]);
      const { swap, order } = await world.snapshot(lax);
      expect(minimumOut(swap.job, order!)).toBe(359n);
    });
  });
}
