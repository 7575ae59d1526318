import { describe, expect, it } from 'vitest';
import type { DepositPayment } from '../../../src/core/deposits/deposit.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import type { DepositScan, WatchedDeposit } from '../../../src/ports/stores/deposit-store.ts';
import {
  committed,
  hour,
  included,
  leased,
  newWorld,
  randomTxId,
  receiver,
  type Under,
  type World,
} from './fixture.ts';
import { lostEntry, person } from './lost-entry.ts';

/** Deposits to the targets of orders: each is reported once, also after the end of its swap. */
export function describeWatchingDeposits(under: Under): void {
  describe('deposit targets of orders', () => {
    const byHand = (world: World, change: Partial<Job> = {}): Promise<SwapId> =>
      ordered(world, { flow: 'deposit-by-hand', ...change });

    async function ordered(
      world: World,
      change: Partial<Job>,
      memo?: string,
      wanted: { anchor?: bigint; amount?: bigint; account?: string } = {},
    ): Promise<SwapId> {
      const { id } = await world.submit(change);
      await world.quote(id);
      await world.swapData(id, {
        deposit: {
          ...{ address: receiver, account: randomTxId(), amount: 1_000n, exchangeId: randomTxId() },
          ...{ chain: world.chain, anchor: 100n, watchFor: hour },
          ...(memo === undefined ? {} : { memo }),
          ...wanted,
        },
      });
      return id;
    }

    const change = async (
      world: World,
      id: SwapId,
      state: 'awaiting_deposit' | 'settling' | 'expired',
    ) =>
      world.journal.transition({
        swapId: id,
        version: await world.version(id),
        state,
        fundsState: 'untouched',
      });
    const targets = (world: World, pace = 1): Promise<WatchedDeposit[]> =>
      world.journal.depositTargets({ chain: world.chain, pace, slowest: 24 * hour, limit: 10 });
    const payment = (change: Partial<DepositPayment> = {}): DepositPayment => ({
      txId: randomTxId(),
      index: 3,
      amount: 1_000n,
      block: { number: 120n, hash: '0x120' },
      final: true,
      at: Date.now(),
      ...change,
    });

    async function recordCheck(
      world: World,
      swapId: SwapId,
      payments: DepositPayment[],
      scannedUntil = 110n,
      change: Partial<DepositScan> = {},
    ) {
      const rows = await world.raw(
        `select id from orders where swap_id = '${swapId}' order by created_at desc limit 1`,
      );
      const [{ id: orderId } = {}] = rows as { id?: DepositScan['orderId'] }[];
      if (!orderId) throw new Error(`no order of ${swapId}`);
      return world.journal.recordDeposits([{ orderId, swapId, payments, scannedUntil, ...change }]);
    }

    it('are watched from the block that was the newest at the request', async () => {
      const world = await newWorld(under());
      const id = await ordered(world, { flow: 'deposit' }, '77');
      const [place, ...others] = await targets(world);
      expect(others).toEqual([]);
      expect(place).toMatchObject({
        swapId: id,
        after: 100n,
        deposit: { amount: 1_000n, memo: '77' },
        own: [world.wallet.address, world.wallet.address],
        isWaitedFor: false,
      });
      expect((await world.snapshot(id)).order).not.toHaveProperty('depositSeenUntil');
      await recordCheck(world, id, [], 140n, { isBehind: true });
      // A check whose blocks have no time proves nothing.
      expect((await world.snapshot(id)).order).not.toHaveProperty('depositSeenUntil');
      expect(await targets(world, hour)).toMatchObject([{ after: 140n, anchor: 100n }]);
      const seenUntil = Date.now() - hour;
      await recordCheck(world, id, [], 140n, { seenUntil });
      expect((await world.snapshot(id)).order?.depositSeenUntil).toBe(seenUntil);
      // A known time stays, whatever an outdated endpoint shows later.
      await recordCheck(world, id, [], 140n, { seenUntil: seenUntil - hour });
      expect((await world.snapshot(id)).order?.depositSeenUntil).toBe(seenUntil);
      // Not due again at once, unless a person is to pay there.
      expect(await targets(world, hour)).toEqual([]);
      await world.raw(
        `update orders set deposit_looked_at = now() - interval '2 hours' where swap_id = '${id}'`,
      );
      expect(await targets(world, hour)).toMatchObject([{ after: 140n }]);
      // An outdated node reverts nothing.
      await recordCheck(world, id, [], 120n);
      await world.raw(
        `update orders set deposit_looked_at = now() - interval '2 hours' where swap_id = '${id}'`,
      );
      expect(await targets(world, hour)).toMatchObject([{ after: 140n }]);
      // A block that the chain does not have reverts it.
      await recordCheck(world, id, [], 130n, { isCorrected: true, isBehind: true });
      expect(await targets(world, hour)).toMatchObject([{ after: 130n }]);
      await world.raw(
        `update orders set deposit_watched_until = now() - interval '1 second' where swap_id = '${id}'`,
      );
      expect(await targets(world)).toEqual([]);
    });

    it('are due at every check while a person is to pay', async () => {
      const world = await newWorld(under());
      const id = await byHand(world);
      await change(world, id, 'awaiting_deposit');
      await recordCheck(world, id, []);
      expect(await targets(world, hour)).toMatchObject([{ isWaitedFor: true }]);
    });

    it('show deposits, which makes the swap due; the same again changes nothing', async () => {
      const world = await newWorld(under());
      const id = await byHand(world);
      await change(world, id, 'awaiting_deposit');
      const seen = payment({ final: false, payer: '0xpayer', memo: 'a\0b' });
      const before = await world.version(id);
      expect(await recordCheck(world, id, [seen])).toEqual([{ swapId: id, version: before + 1 }]);
      expect((await world.snapshot(id)).manualPayments).toEqual([{ ...seen, memo: 'a\uFFFDb' }]);
      expect(await recordCheck(world, id, [seen])).toEqual([]);
      expect((await recordCheck(world, id, [{ ...seen, final: true }])).length).toBe(1);
      expect((await world.snapshot(id)).manualPayments).toMatchObject([{ final: true }]);
      // No later check reverts a final deposit.
      expect(await recordCheck(world, id, [])).toEqual([]);
      expect((await world.snapshot(id)).manualPayments).toHaveLength(1);
      expect((await world.journal.findSwap(id))?.order?.deposit?.payments).toMatchObject([
        { txId: seen.txId },
      ]);
    });

    it('hide a deposit that is gone with its block, and show it again if it returns', async () => {
      const world = await newWorld(under());
      const id = await byHand(world);
      await change(world, id, 'awaiting_deposit');
      const seen = payment({ final: false });
      await recordCheck(world, id, [seen]);
      // A deposit above the checked blocks is not gone: the endpoint may be outdated, or the check
      // may have ended early.
      expect(await recordCheck(world, id, [], 119n)).toEqual([]);
      expect((await world.snapshot(id)).manualPayments).toEqual([seen]);
      expect((await recordCheck(world, id, [], 120n)).length).toBe(1);
      expect((await world.snapshot(id)).manualPayments).toEqual([]);
      const again = { ...seen, block: { number: 121n, hash: '0x121' } };
      await recordCheck(world, id, [again]);
      expect((await world.snapshot(id)).manualPayments).toEqual([again]);
    });

    it('show external dust in the history only', async () => {
      const world = await newWorld(under());
      const id = await byHand(world);
      await change(world, id, 'awaiting_deposit');
      await recordCheck(world, id, [payment({ amount: 9n })]);
      expect((await world.snapshot(id)).manualPayments).toEqual([]);
      await change(world, id, 'expired');
      await recordCheck(world, id, [payment({ amount: 9n })]);
      expect((await world.snapshot(id)).swap.state).toBe('expired');
    });

    it('reopen a swap that had expired, and track the late deposit', async () => {
      const world = await newWorld(under());
      const id = await byHand(world);
      await change(world, id, 'awaiting_deposit');
      await change(world, id, 'expired');
      const late = payment();
      // Not before it is irreversible.
      expect((await recordCheck(world, id, [{ ...late, final: false }])).length).toBe(1);
      expect((await world.snapshot(id)).swap.state).toBe('expired');
      // No other order is requested meanwhile.
      const again = { swapId: id, maxGenerations: 3, now: Date.now() };
      expect(await world.journal.retry(again)).toMatchObject({
        kind: 'refused',
        refusal: { code: 'PAYMENT_MAY_LAND', message: expect.stringContaining(late.txId) },
      });
      await recordCheck(world, id, [late]);
      expect(await world.journal.retry(again)).toMatchObject({
        refusal: { code: 'PAYMENT_LANDED' },
      });
      const { swap, order, manualPayments } = await world.snapshot(id);
      expect(swap).toMatchObject({
        state: 'needs_review',
        fundsState: 'in_flight',
        reason: { code: 'DEPOSIT_LATE' },
      });
      expect(swap).not.toHaveProperty('endedAs');
      expect([order?.open, manualPayments]).toEqual([true, [late]]);
      expect(await world.journal.lock(id, 'worker', hour)).toBe(true);
      // Reported once.
      expect(await recordCheck(world, id, [late])).toEqual([]);
    });

    it('do not reopen an order whose target another one has now: the swap waits for a person', async () => {
      const world = await newWorld(under());
      const id = await byHand(world);
      await change(world, id, 'awaiting_deposit');
      await change(world, id, 'expired');
      const other = await byHand(world);
      await world.raw(`alter table orders disable trigger orders_deposit_stays`);
      await world.raw(`update orders set deposit_account = (select deposit_account from orders where swap_id = '${id}')
        where swap_id = '${other}'`);
      await world.raw(`alter table orders enable trigger orders_deposit_stays`);
      await recordCheck(world, id, [payment()]);
      expect((await world.snapshot(id)).swap).toMatchObject({
        state: 'needs_review',
        endedAs: 'expired',
      });
    });

    it('do not report a deposit as late that came while a later order had the same target', async () => {
      const world = await newWorld(under());
      const account = randomTxId();
      // Of a vault that all orders share.
      const memo = '=:ETH.ETH:0xabc';
      const wanting = async (anchor: bigint, amount: bigint): Promise<SwapId> => {
        const vault = { anchor, amount, account };
        const id = await ordered(world, { flow: 'deposit-by-hand' }, memo, vault);
        await change(world, id, 'awaiting_deposit');
        return id;
      };
      const early = await wanting(100n, 1_000n);
      await change(world, early, 'expired');
      const later = await wanting(115n, 2_000n);
      const theirs = payment({ amount: 2_000n, memo });
      await recordCheck(world, later, [theirs]);
      await change(world, later, 'settling');
      await world.settle(later, {
        legs: [
          {
            ...{ chain: 'OTHER', txId: randomTxId(), index: 1, token: 'x', amount: 400n },
            role: 'payout',
            level: 'verified',
          },
        ],
      });
      // The target of the previous order is checked less often.
      await recordCheck(world, early, [theirs]);
      expect((await world.snapshot(early)).swap).toMatchObject({
        state: 'expired',
        fundsState: 'untouched',
      });
      // A deposit from before the later order is reported.
      const before = payment({ block: { number: 112n, hash: '0x112' }, memo });
      await recordCheck(world, early, [before, theirs]);
      const { swap } = await world.snapshot(early);
      expect(swap.reason?.message).toContain(before.txId);
      expect((await world.journal.findSwap(early))?.order?.deposit?.payments).toHaveLength(2);
    });

    it('report a second payment for a settled swap; it stays settled, and a person ends it again', async () => {
      const world = await newWorld(under());
      const id = await byHand(world);
      await change(world, id, 'awaiting_deposit');
      const paid = payment();
      await recordCheck(world, id, [paid]);
      await change(world, id, 'settling');
      const leg = {
        chain: 'OTHER',
        txId: randomTxId(),
        index: 1,
        token: 'x',
        amount: 400n,
      } as const;
      await world.settle(id, {
        legs: [{ ...leg, role: 'payout', level: 'verified' }],
      });
      expect((await world.journal.findSwap(id))?.swap.isPaid).toBe(true);
      // Its own payment does not count.
      expect(await recordCheck(world, id, [paid])).toEqual([]);
      await expect(world.journal.acknowledge(id, 'too early')).rejects.toMatchObject({
        code: 'NOTHING_TO_ACKNOWLEDGE',
      });
      const second = payment({ block: { number: 130n, hash: '0x130' } });
      await recordCheck(world, id, [paid, second]);
      expect((await world.snapshot(id)).swap).toMatchObject({
        state: 'needs_review',
        fundsState: 'moved',
        endedAs: 'settled',
        reason: { code: 'DEPOSIT_TWICE', message: expect.stringContaining(second.txId) },
      });
      // Nothing is due for it, and nothing is signed.
      expect(await world.journal.lock(id, 'worker', hour)).toBe(false);
      expect(await world.journal.cancel(id)).toMatchObject({ kind: 'refused' });
      expect(await world.journal.acknowledge(id, 'asked them')).toBe('settled');
      const { swap } = await world.snapshot(id);
      expect(swap).toMatchObject({
        state: 'settled',
        reason: { message: expect.stringContaining('asked them') },
      });
      expect(swap).not.toHaveProperty('endedAs');
      expect(await recordCheck(world, id, [paid, second])).toEqual([]);
      expect((await world.journal.events(id)).at(-1)?.type).toBe('acknowledged');
    });

    it('correct an end as unpaid that waits for an acknowledgement if its payment is found lost', async () => {
      const world = await newWorld(under());
      const id = await ordered(world, { flow: 'deposit' });
      await change(world, id, 'expired');
      await recordCheck(world, id, [payment()]);
      expect((await world.snapshot(id)).swap).toMatchObject({
        endedAs: 'expired',
        fundsState: 'untouched',
      });
      await world.journal.recordLosses([lostEntry(world, { swapId: id, step: 'deposit' })]);
      const unknown = { fundsState: 'unknown', reason: { code: 'JOURNAL_WENT_BACK' } };
      expect((await world.snapshot(id)).swap).toMatchObject({ endedAs: 'expired', ...unknown });
      await world.journal.acknowledge(id, 'looked at');
      expect((await world.snapshot(id)).swap).toMatchObject({ state: 'expired', ...unknown });
      await world.journal.adopt(person);
    });

    it('do not report our own payment, but any other one next to it', async () => {
      const world = await newWorld(under());
      const id = await ordered(world, { flow: 'deposit' });
      const { leaseId } = leased(await world.lease(id, { kind: 'deposit' }));
      const txId = randomTxId();
      committed(await world.commit(id, leaseId, { txId }));
      await world.observe({ [txId]: included(90n, 'final') });
      await world.prove(id, leaseId, { txId });
      await change(world, id, 'settling');
      const legs = [
        { chain: 'OTHER', txId: randomTxId(), index: 1, token: 'x', amount: 400n },
      ] as const;
      await world.settle(id, {
        legs: legs.map((leg) => ({ ...leg, role: 'payout', level: 'verified' })),
      });
      const own = payment({ txId });
      await recordCheck(world, id, [own]);
      expect((await world.snapshot(id)).swap.state).toBe('settled');
      await recordCheck(world, id, [own, payment()]);
      expect((await world.snapshot(id)).swap).toMatchObject({
        state: 'needs_review',
        endedAs: 'settled',
      });
    });

    it('sign no payment of their own if a person pays', async () => {
      const world = await newWorld(under());
      const id = await byHand(world);
      await expect(world.lease(id, { kind: 'deposit' })).rejects.toMatchObject({
        details: { constraint: 'steps_pay_nothing_paid_by_hand' },
      });
    });

    it('makes a swap with a manual deposit compete for a payout, for good once its deposit is observed', async () => {
      const world = await newWorld(under());
      const [one, other] = [await byHand(world), await byHand(world)];
      await change(world, one, 'awaiting_deposit');
      await change(world, other, 'awaiting_deposit');
      expect(await world.journal.competitors(one)).toMatchObject([
        { swapId: other, noDepositUntil: 0 },
      ]);
      const seenUntil = Date.now();
      await recordCheck(world, other, [], 110n, { seenUntil });
      const [{ noDepositUntil = 0 } = {}] = await world.journal.competitors(one);
      expect([seenUntil - 1, seenUntil]).toContain(noDepositUntil);
      await recordCheck(world, other, [payment()]);
      await change(world, other, 'settling');
      const [competitor, ...more] = await world.journal.competitors(one);
      expect([competitor?.swapId, more]).toEqual([other, []]);
      expect(competitor).not.toHaveProperty('noDepositUntil');
      expect(await world.journal.refundCompetitors(one)).toMatchObject([
        { kind: 'refund', amount: 1_000n },
      ]);
    });

    it('makes a swap compete for a refund of what it received, which may differ from the order', async () => {
      const world = await newWorld(under());
      const [short, other] = [await byHand(world), await byHand(world)];
      await change(world, short, 'awaiting_deposit');
      const came = [payment({ amount: 400n }), payment({ amount: 9n })];
      await recordCheck(world, short, came);
      await world.journal.transition({
        ...{
          swapId: short,
          version: await world.version(short),
          state: 'needs_review',
          fundsState: 'in_flight',
        },
        reason: { code: 'DEPOSIT_SHORT', message: 'x' },
      });
      const amounts = (await world.journal.refundCompetitors(other)).map(
        (competitor) => 'amount' in competitor && competitor.amount,
      );
      expect(amounts).toEqual([400n, 1_000n]);
      // The same for its payout, which may be in proportion.
      const { minOut: promised } = (await world.snapshot(short)).order!;
      const [competitor] = await world.journal.competitors(other);
      expect(competitor).toMatchObject({ kind: 'payout', swapId: short });
      expect(competitor && 'minOut' in competitor && competitor.minOut).toBeLessThan(
        (promised * 41n) / 100n,
      );
    });

    it('keeps a swap competing for a payout from its first payment on, whatever comes later', async () => {
      const world = await newWorld(under());
      const from = world.job().from;
      const paying = await byHand(world);
      const awaited = await world.submit({
        flow: 'deposit',
        to: from,
        receiver: world.wallet.address,
      });
      await change(world, paying, 'awaiting_deposit');
      const later = (number: bigint) => ({ block: { number, hash: `0x${number}` } });
      await recordCheck(world, paying, [
        payment({ amount: 500n }),
        payment(later(130n)),
        payment({ amount: 1n, ...later(90n) }),
      ]);
      await change(world, paying, 'settling');
      expect(await world.journal.competitors(awaited.id)).toMatchObject([
        { kind: 'refund', swapId: paying, amount: 500n, paidIn: 120n },
        { kind: 'refund', swapId: paying, amount: 1_000n, paidIn: 120n },
      ]);
    });
  });
}
