import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { SwapState } from '../../../src/core/swap/swap.ts';
import {
  committed,
  included,
  leased,
  newWorld,
  randomTxId,
  spender,
  stepOf,
  token,
  type Under,
  type World,
} from './fixture.ts';

const typesOf = async (world: World, id: SwapId): Promise<string[]> =>
  (await world.journal.events(id)).map(({ type }) => type);

/** An approve of the swap's token, signed under a lease of its own. */
async function approving(world: World): Promise<{ id: SwapId; leaseId: string; txId: string }> {
  const { from } = world.job();
  const { id } = await world.submit({ from: { ...from, token } });
  await world.quote(id, { spender });
  const { leaseId } = leased(
    await world.lease(
      id,
      { kind: 'approve', sets: { token, spender, symbol: 'USDC', decimals: 6 } },
      false,
    ),
  );
  const txId = randomTxId();
  committed(await world.commit(id, leaseId, { txId }));
  return { id, leaseId, txId };
}

export function describeCancelling(under: Under): void {
  describe('cancelling', () => {
    it('ends a swap with nothing signed at once: order and need closed, a held lease voided', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const { leaseId, nonce } = leased(await world.lease(id));
      expect(await world.journal.cancel(id, { mayEnd: false })).toMatchObject({
        kind: 'requested',
      });
      expect((await world.snapshot(id)).swap.state).not.toBe('cancelled');
      expect(await world.journal.cancel(id)).toEqual({ kind: 'cancelled', isNew: true });

      const { swap, order, steps } = await world.snapshot(id);
      expect(swap).toMatchObject({
        state: 'cancelled',
        fundsState: 'untouched',
        reason: { code: 'CANCELLED' },
        cancelRequestedAt: expect.any(Number),
      });
      expect(order).toBeUndefined();
      expect(steps).toMatchObject([{ outcome: 'dead', lease: { state: 'void' } }]);
      expect((await typesOf(world, id)).slice(-2)).toEqual(['cancel_requested', 'state_changed']);
      expect(await world.commit(id, leaseId)).toEqual({ kind: 'refused', why: 'swap_ended' });
      expect((await world.journal.dueSwaps(10_000)).some(({ swapId }) => swapId === id)).toBe(
        false,
      );
      // The next swap gets the nonce.
      expect(leased(await world.lease(await world.ready())).nonce).toBe(nonce);
    });

    it('is the same if requested twice, or ten times at once', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      const results = await Promise.all(Array.from({ length: 10 }, () => world.journal.cancel(id)));
      expect(results.map(({ kind }) => kind)).toEqual(Array(10).fill('cancelled'));
      expect(results.filter((result) => 'isNew' in result && result.isNew)).toHaveLength(1);
      expect((await typesOf(world, id)).filter((type) => type === 'cancel_requested')).toHaveLength(
        1,
      );

      const paid = await world.paid();
      const first = await world.journal.cancel(paid.id);
      expect(first).toMatchObject({ kind: 'requested' });
      expect(await world.journal.cancel(paid.id)).toEqual(first);
      expect(
        (await typesOf(world, paid.id)).filter((type) => type === 'cancel_requested'),
      ).toHaveLength(1);
    });

    it('returns the cancelled swap when it is submitted again', async () => {
      const { journal, job } = await newWorld(under());
      const submission = {
        idempotencyKey: `cancelled-${Date.now()}-${Math.random()}`,
        bodyHash: 'a',
        job: job(),
      };
      const { swap } = await journal.submit(submission);
      await journal.cancel(swap.id);
      expect(await journal.submit(submission)).toMatchObject({
        created: false,
        swap: { id: swap.id, state: 'cancelled' },
      });
    });

    it('is a request if a payment is signed: no new payment is signed, but the cancel is, also while stopped', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      expect(await world.journal.cancel(id)).toMatchObject({ kind: 'requested' });
      expect((await world.snapshot(id)).swap).toMatchObject({
        state: 'executing',
        fundsState: 'in_flight',
      });
      const refused = { kind: 'refused', why: 'cancel_requested' };
      expect(await world.commit(id, leaseId, { kind: 'bump' })).toEqual(refused);
      const stop = { scope: 'chain', subject: world.chain, by: 'test', reason: 'test' } as const;
      await world.journal.setSwitch({ ...stop, stopped: true });
      const cancelTxId = randomTxId();
      committed(await world.commit(id, leaseId, { kind: 'cancel', txId: cancelTxId }));
      await world.journal.setSwitch({ ...stop, stopped: false });

      await world.observe({ [txId]: { status: 'unseen' }, [cancelTxId]: included(90n) });
      await world.prove(id, leaseId, { txId: cancelTxId });
      const { swap, steps } = await world.snapshot(id);
      expect(steps).toMatchObject([{ outcome: 'dead' }]);
      expect(swap.isPaid).toBeUndefined();
    });

    it('reports if the payment landed first, and still signs the claim of its money', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      expect(await world.journal.cancel(id)).toMatchObject({ kind: 'requested' });
      await world.prove(id, leaseId, { txId });
      expect((await world.snapshot(id)).swap).toMatchObject({ isPaid: true, state: 'executing' });
      expect(await world.journal.cancel(id)).toMatchObject({
        kind: 'refused',
        refusal: { code: 'PAYMENT_LANDED', message: expect.stringContaining(txId) },
      });
      const refund = leased(await world.lease(id, { kind: 'refund', reserve: [] }, false));
      expect(await world.commit(id, refund.leaseId)).toMatchObject({ kind: 'committed' });
    });

    it('waits for an approve in flight, and signs no payment after it', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await approving(world);
      expect(await world.journal.cancel(id)).toMatchObject({ kind: 'requested' });
      expect((await world.snapshot(id)).swap.state).toBe('quoted');
      await world.swapData(id);
      const held = leased(await world.lease(id, { hold: 60_000 }));
      expect(await world.commit(id, held.leaseId)).toEqual({
        kind: 'refused',
        why: 'cancel_requested',
      });
      await world.journal.voidLease({ leaseId: held.leaseId, reason: { code: 'X', message: 'x' } });
      await world.prove(id, leaseId as typeof held.leaseId, { txId });
      // Nothing is pending any more, so the next request ends it.
      expect(await world.journal.cancel(id)).toEqual({ kind: 'cancelled', isNew: true });
      expect((await world.snapshot(id)).swap).toMatchObject({
        state: 'cancelled',
        fundsState: 'untouched',
      });
    });

    it('and a commit at the same moment come one after the other: signed and requested, or lost and cancelled', async () => {
      const world = await newWorld(under());
      for (let round = 0; round < 12; round++) {
        const id = await world.ready();
        const { leaseId } = leased(await world.lease(id));
        const calls = [() => world.commit(id, leaseId), () => world.journal.cancel(id)];
        const [one, two] = await Promise.all(
          (round % 2 === 0 ? calls : calls.reverse()).map((call) => call()),
        );
        const kinds = new Set([one?.kind, two?.kind]);
        const isSigned = kinds.has('committed');
        expect(kinds).toEqual(
          new Set(isSigned ? ['committed', 'requested'] : ['refused', 'cancelled']),
        );
        const { state } = (await world.snapshot(id)).swap;
        expect(state).toBe(isSigned ? 'executing' : 'cancelled');
      }
    });

    it('is refused if an external transaction used the nonce: it may have been the payment', async () => {
      const world = await newWorld(under());
      const { id, leaseId, nonce } = await world.paid();
      await world.prove(id, leaseId, { stranger: true });
      expect(await world.journal.cancel(id)).toMatchObject({
        kind: 'refused',
        refusal: {
          code: 'FUNDS_UNKNOWN',
          message: expect.stringContaining(`nonce ${nonce} of ${world.wallet.address}`),
        },
      });
    });

    it.each<SwapState>(['failed', 'expired'])(
      'is refused for a swap that has ended as %s',
      async (state) => {
        const world = await newWorld(under());
        const { id, version } = await world.submit();
        await world.journal.transition({ swapId: id, version, state, fundsState: 'untouched' });
        const before = await world.snapshot(id);
        expect(await world.journal.cancel(id)).toMatchObject({
          kind: 'refused',
          refusal: { code: 'SWAP_ENDED' },
        });
        expect(await world.snapshot(id)).toEqual(before);
        expect(stepOf(before, 'swap')).toBeUndefined();
      },
    );

    it('knows no swap that was never submitted', async () => {
      const { journal } = under();
      const id = '00000000-0000-4000-8000-000000000000' as SwapId;
      await expect(journal.cancel(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });
}
