import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Family } from '../../../src/core/swap/chains.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import {
  closeOrder,
  contradict,
  eventsOf,
  failedByMistake,
  frozenReason,
  gone,
  makeDue,
  payAgain,
  payment,
  payOn,
  proofsOf,
  refusedBy,
} from './contradiction.ts';
import {
  committed,
  fee,
  hash,
  included,
  leased,
  newWorld,
  randomTxId,
  type Under,
} from './fixture.ts';
import { decided, resolve, retry, timers } from './resolution.ts';

export function describeCorrectingProofs(under: Under): void {
  describe('correcting proofs', () => {
    it('compares a proven lease with its chain a few times only', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      const asked = async () =>
        (await world.journal.openAttempts(world.chain)).attempts.map(({ txId }) => txId);
      const isPlanned = async () =>
        (
          await world.raw(
            `select check_at > now() as later from leases where id = '${paid.leaseId}'`,
          )
        )[0]?.later;
      for (let checks = 0; checks < 4; checks++) {
        expect(await asked()).toEqual([]);
        expect(await isPlanned()).toBe(true);
        await makeDue(world, paid.leaseId);
        expect(await asked()).toEqual([paid.txId]);
        expect(await world.observe({ [paid.txId]: included(90n, 'final') })).toEqual([]);
      }
      expect(await isPlanned()).toBe(null);
      expect(await asked()).toEqual([]);
      expect((await payment(world, paid.id))?.lease).not.toHaveProperty('doubt');
    });

    it('compares a proof that corrected another one as often as the first one', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const { id, leaseId, txId } = paid;
      const seen = { status: 'final', block: { number: 90n, hash: '0xb' }, feePaid: 21n } as const;
      await world.prove(id, leaseId, { txId, succeeded: false });
      for (let checks = 0; checks < 3; checks++)
        await contradict(world, paid, { ...seen, succeeded: false });
      await contradict(world, paid, { ...seen, succeeded: true });
      await world.prove(id, leaseId, { txId, succeeded: true });
      expect(
        await world.raw(
          `select check_at is not null as planned from leases where id = '${leaseId}'`,
        ),
      ).toEqual([{ planned: true }]);
    });

    it('tracks a payment that landed although it was proven to have failed', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      const { id, leaseId, txId } = paid;
      const [first] = await proofsOf(world, leaseId);
      const orderId = (await payment(world, id))?.orderId;
      await closeOrder(world, id);
      await world.quote(id);
      expect(await contradict(world, paid, included(90n, 'final'))).toMatchObject([{ swapId: id }]);
      expect(await decided(world, id)).toMatchObject({ kind: 'prove' });
      await world.prove(id, leaseId, { txId, feePaid: 30n });

      const { swap, order, steps } = await world.snapshot(id);
      expect(steps).toMatchObject([{ outcome: 'landed', lease: { state: 'consumed' } }]);
      expect(swap).toMatchObject({
        state: 'settling',
        fundsState: 'in_flight',
        isPaid: true,
        feeSpent: 30n,
      });
      expect(order?.id).toBe(orderId);
      expect(await proofsOf(world, leaseId)).toEqual([
        first,
        { id: steps[0]?.proofId, supersedes: first?.id, finding: 'landed' },
      ]);
      expect(await eventsOf(world, id, 'proof_superseded')).toMatchObject([
        { data: { supersedes: first?.id, before: 'reverted_final', outcome: 'landed' } },
      ]);
      expect(await frozenReason(world)).toBeNull();
      expect(await retry(world, id)).toMatchObject({ refusal: { code: 'PAYMENT_LANDED' } });
      await expect(world.lease(id)).rejects.toMatchObject({ code: 'JOURNAL_BROKEN_INVARIANT' });
    });

    it('signs no other generation while a proof is in doubt, and closes what was begun', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      await closeOrder(world, paid.id);
      await world.quote(paid.id);
      await world.swapData(paid.id);
      const { leaseId } = leased(await world.lease(paid.id, { chainNonce: 1n }));
      await contradict(world, paid, included(90n, 'final'));
      await expect(world.commit(paid.id, leaseId)).rejects.toMatchObject(
        refusedBy('doubted_swaps_sign_nothing'),
      );
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      expect((await world.snapshot(paid.id)).steps).toMatchObject([
        { generation: 1, outcome: 'landed' },
        { generation: 2, outcome: 'dead', lease: { state: 'void' } },
      ]);
      expect(await frozenReason(world)).toBeNull();
    });

    it('ends the doubt if the proof was right, and the swap continues', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      await closeOrder(world, paid.id);
      await contradict(world, paid, included(90n, 'final'));
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId, succeeded: false });
      expect(await payment(world, paid.id)).toMatchObject({ outcome: 'reverted_final' });
      expect((await payment(world, paid.id))?.lease).not.toHaveProperty('doubt');
      expect(await proofsOf(world, paid.leaseId)).toHaveLength(1);
      expect(await eventsOf(world, paid.id, 'proof_confirmed')).toHaveLength(1);
      expect(await decided(world, paid.id)).toMatchObject({ kind: 'enter_lane' });
    });

    it.each(['signed', 'dead'])(
      'freezes the wallet where the next generation is %s already',
      async (next) => {
        const world = await newWorld(under());
        const paid = await failedByMistake(world);
        const second = await payAgain(world, paid.id);
        if (next === 'dead')
          await world.prove(paid.id, second.leaseId, { txId: second.txId, succeeded: false });
        await contradict(world, paid, included(90n, 'final'));
        if (next === 'signed') {
          const bump = world.commit(paid.id, second.leaseId, { kind: 'bump' });
          await expect(bump).rejects.toMatchObject(refusedBy('doubted_swaps_sign_nothing'));
        }
        await world.prove(paid.id, paid.leaseId, { txId: paid.txId });

        const { swap, steps } = await world.snapshot(paid.id);
        expect(swap).toMatchObject({
          state: 'needs_review',
          fundsState: 'unknown',
          reason: { code: 'PROOF_CONTRADICTED' },
        });
        expect(swap.reason?.message).toContain('paid twice');
        expect(swap.reason?.message).toContain(paid.txId);
        expect(steps).toMatchObject([
          { outcome: 'reverted_final', disputed: true },
          { outcome: next === 'signed' ? 'open' : 'reverted_final' },
        ]);
        expect(await frozenReason(world)).toContain('paid twice');
        expect(await eventsOf(world, paid.id, 'proof_superseded')).toMatchObject([
          { data: { alert: 'PROOF_CONTRADICTED' } },
        ]);
        expect(await proofsOf(world, paid.leaseId)).toHaveLength(2);

        await world.raw(`update wallets set frozen_reason = null where id = '${world.wallet.id}'`);
        // The signed retry is tracked to its proof, and its payout settles nothing by itself.
        if (next === 'signed') await world.prove(paid.id, second.leaseId, { txId: second.txId });
        expect((await decided(world, paid.id)).kind).toBe('wait');
        expect((await world.snapshot(paid.id)).swap.reason?.message).toContain(paid.txId);
        expect(await retry(world, paid.id)).toMatchObject({ kind: 'refused' });
        await resolve(world, paid.id, 'unpaid');
        expect(await retry(world, paid.id)).toMatchObject({ kind: 'refused' });
      },
    );

    it('freezes the wallet if a swap that retries this one has signed a payment', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      const reason = { code: 'PAYMENT_REVERTED', message: 'it failed' };
      const at = { swapId: paid.id, version: await world.version(paid.id) };
      await world.journal.transition({ ...at, state: 'failed', fundsState: 'untouched', reason });
      const again = await retry(world, paid.id);
      const other = again.kind === 'retried' ? again.swapId : paid.id;
      await world.quote(other);
      await world.swapData(other);
      const { leaseId } = leased(await world.lease(other, { chainNonce: 1n }));
      await contradict(world, paid, included(90n, 'final'));
      const constraint = 'p5_one_payment_per_chain_of_retries';
      await expect(world.commit(other, leaseId)).rejects.toMatchObject(refusedBy(constraint));
      // The doubt ends, and the retry signs.
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId, succeeded: false });
      committed(await world.commit(other, leaseId));

      await contradict(world, paid, included(90n, 'final'));
      expect(await decided(world, paid.id)).toMatchObject({ kind: 'prove' });
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      expect((await world.snapshot(paid.id)).swap).toMatchObject({
        ...{ state: 'needs_review', endedAs: 'failed', fundsState: 'unknown' },
        reason: { code: 'PROOF_CONTRADICTED' },
      });
      expect(await payment(world, paid.id)).toMatchObject({
        outcome: 'reverted_final',
        disputed: true,
      });
      expect(await frozenReason(world)).toContain('paid twice');
      expect((await world.snapshot(other)).stopped?.code).toBe('WALLET_FROZEN');
    });

    it('freezes the wallet of an edited swap that has signed a payment, however far down the chain', async () => {
      const world = await newWorld(under());
      const other = await newWorld(under());
      const fail = async (swapId: SwapId) =>
        world.journal.transition({
          ...{ swapId, version: await world.version(swapId) },
          ...{ state: 'failed', fundsState: 'untouched' },
        });
      const edit = async (replaces: SwapId) => {
        const id = randomUUID() as SwapId;
        const submission = { idempotencyKey: id, bodyHash: hash('e'), job: other.job() };
        expect(await world.journal.replace({ id, replaces, ...submission })).toMatchObject({
          kind: 'replaced',
        });
        return id;
      };
      const paid = await failedByMistake(world);
      await fail(paid.id);
      const second = await edit(paid.id);
      await fail(second);
      const third = await edit(second);
      await other.quote(third);
      await other.swapData(third);
      const { leaseId } = leased(await other.lease(third));
      committed(await other.commit(third, leaseId));
      await contradict(world, paid, included(90n, 'final'));
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      expect(await frozenReason(world)).toContain('paid twice');
      expect(await frozenReason(other)).toContain('paid twice');
    });

    it('reports to a person a payment that landed although its swap had ended with nothing paid', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      const reason = { code: 'PAYMENT_REVERTED', message: 'it failed' };
      const at = { swapId: paid.id, version: await world.version(paid.id) };
      await world.journal.transition({ ...at, state: 'failed', fundsState: 'untouched', reason });
      const again = await retry(world, paid.id);
      const other = again.kind === 'retried' ? again.swapId : paid.id;
      await contradict(world, paid, included(90n, 'final'));
      expect(await timers(world, paid.id)).toBe(1);
      expect(await decided(world, paid.id)).toMatchObject({ kind: 'prove' });
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      expect(await timers(world, paid.id)).toBe(0);
      expect((await world.snapshot(paid.id)).swap).toMatchObject({
        ...{ state: 'needs_review', endedAs: 'failed', fundsState: 'unknown', isPaid: true },
        reason: { code: 'LANDED_AFTER_END' },
      });
      // The retry has signed nothing, and never will.
      await world.quote(other);
      await world.swapData(other);
      const { leaseId } = leased(await world.lease(other, { chainNonce: 1n }));
      await expect(world.commit(other, leaseId)).rejects.toMatchObject(
        refusedBy('p5_one_payment_per_chain_of_retries'),
      );
    });

    it('counts a payment again although a cancel was proven to have replaced it', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const cancel = randomTxId();
      const dearer = { ...fee, maxFeePerGas: 20n };
      committed(
        await world.commit(paid.id, paid.leaseId, { kind: 'cancel', txId: cancel, fee: dearer }),
      );
      await world.prove(paid.id, paid.leaseId, { txId: cancel });
      expect(await payment(world, paid.id)).toMatchObject({ outcome: 'dead' });
      await makeDue(world, paid.leaseId);
      await world.observe(
        { [paid.txId]: included(91n), [cancel]: gone },
        { latest: 200n, final: 150n },
      );
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId, block: 91n });
      expect(await payment(world, paid.id)).toMatchObject({ outcome: 'landed' });
      const inclusions = (await payment(world, paid.id))?.lease?.attempts.map(
        ({ inclusion }) => inclusion.status,
      );
      expect(inclusions).toEqual(['final', 'unseen']);
      expect((await world.snapshot(paid.id)).swap.feeSpent).toBe(21n);
    });

    it('finds which attempt landed if a later proof shows another one of the lease', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const bump = randomTxId();
      const dearer = { ...fee, maxFeePerGas: 20n };
      committed(
        await world.commit(paid.id, paid.leaseId, { kind: 'bump', txId: bump, fee: dearer }),
      );
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId, feePaid: 21n });
      await makeDue(world, paid.leaseId);
      await world.observe(
        { [paid.txId]: gone, [bump]: included(91n, 'final') },
        { latest: 200n, final: 150n },
      );
      expect((await payment(world, paid.id))?.lease?.doubt).toBe('shown');
      await world.prove(paid.id, paid.leaseId, { txId: bump, block: 91n, feePaid: 30n });
      const step = await payment(world, paid.id);
      expect(step).toMatchObject({ outcome: 'landed' });
      expect(step?.lease).not.toHaveProperty('doubt');
      expect(step?.lease?.attempts.map(({ inclusion }) => inclusion.status)).toEqual([
        'unseen',
        'final',
      ]);
      expect((await world.snapshot(paid.id)).swap).toMatchObject({ isPaid: true, feeSpent: 30n });
      expect(await proofsOf(world, paid.leaseId)).toHaveLength(2);
    });

    it.each<[Family, boolean]>([
      ['solana', true],
      ['tron', true],
      ['ton', true],
      ['bitcoin', false],
      ['evm', false],
    ])(
      'counts a payment on %s again that was proven to be over without it',
      async (family, expires) => {
        const world = await newWorld(under(), family);
        const paid = await payOn(world, family);
        await world.prove(paid.id, paid.leaseId, expires ? { expired: true } : { stranger: true });
        expect(await payment(world, paid.id)).toMatchObject({ outcome: 'dead' });
        await contradict(world, paid, included(90n, 'final'));
        expect(await decided(world, paid.id)).toMatchObject({ kind: 'prove' });
        await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
        expect(await payment(world, paid.id)).toMatchObject({
          outcome: 'landed',
          lease: { state: 'consumed' },
        });
        expect((await world.snapshot(paid.id)).swap).toMatchObject({
          state: 'settling',
          isPaid: true,
        });
        // The wallet was frozen by mistake, and only a person releases it.
        expect((await frozenReason(world)) === null).toBe(expires);
      },
    );

    it('freezes a TON wallet if another payment has the seqno of one that landed after all', async () => {
      const world = await newWorld(under(), 'ton');
      const paid = await payOn(world, 'ton');
      await world.prove(paid.id, paid.leaseId, { expired: true });
      const other = await payOn(world, 'ton');
      await contradict(world, paid, included(90n, 'final'));
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      expect((await world.snapshot(paid.id)).swap).toMatchObject({
        reason: { code: 'PROOF_CONTRADICTED' },
      });
      expect(await frozenReason(world)).toContain(paid.txId);
      expect(await payment(world, other.id)).toMatchObject({
        outcome: 'open',
        lease: { state: 'signed' },
      });
    });
  });
}
