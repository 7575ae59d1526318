import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LeaseId, SwapId } from '../../../src/core/swap/ids.ts';
import type { Inclusion } from '../../../src/core/swap/swap.ts';
import type { Fee } from '../../../src/core/swap/transaction-object.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import type {
  CommitRequest,
  CommitResult,
  LeaseRequest,
  LeaseResult,
} from '../../../src/ports/stores/signing-records.ts';
import {
  committed,
  holder,
  hour,
  newWorld,
  randomTxId,
  stepOf,
  type Under,
  type World,
} from './fixture.ts';
import { person } from './lost-entry.ts';

const expires = 5_000n;
const fee: Fee = { family: 'ton', walletFee: 10n };
const brokenRule = (constraint: string) => ({
  code: 'JOURNAL_BROKEN_INVARIANT',
  details: { constraint },
});

/**
 * Payments of several swaps in one message of a TON wallet: one lease, one attempt, and a result
 * for each.
 */
export function describeSharing(under: Under): void {
  const join = async (
    world: World,
    id: SwapId,
    leaseId: LeaseId,
    change: Partial<LeaseRequest> = {},
  ): Promise<LeaseResult> => {
    const { swap, order } = await world.snapshot(id);
    return world.journal.joinLease({
      swapId: id,
      version: swap.version,
      kind: 'swap',
      ...(order ? { orderId: order.id } : {}),
      chain: world.chain,
      walletId: world.wallet.id,
      account: world.wallet.address,
      chainNonce: 7n,
      balances: { block: 100n, balances: new Map([[evmNativeToken, 1_000_000n]]) },
      reserve: [{ token: evmNativeToken, amount: 1_100n }],
      nativeToken: evmNativeToken,
      holder,
      hold: hour,
      leaseId,
      ...change,
    });
  };
  const orderOf = async (world: World, swapId: SwapId) => {
    const { order } = await world.snapshot(swapId);
    if (!order) throw new Error('no order');
    return { swapId, orderId: order.id };
  };

  /** A lease of the first swap, which the others have joined. */
  const shared = async (count = 3) => {
    const world = await newWorld(under(), 'ton');
    const ids: [SwapId, ...SwapId[]] = [await world.ready()];
    while (ids.length < count) ids.push(await world.ready());
    const [first, ...others] = ids;
    const lease = await world.lease(first, { chainNonce: 7n });
    if (lease.kind !== 'leased') throw new Error(`refused: ${lease.refusal.kind}`);
    const { leaseId } = lease;
    for (const id of others) {
      expect(await join(world, id, leaseId)).toMatchObject({
        kind: 'leased',
        leaseId,
        terms: lease.terms,
      });
    }
    const commit = async (change: Partial<CommitRequest> = {}): Promise<CommitResult> => {
      const joined = change.joined ?? (await Promise.all(others.map((id) => orderOf(world, id))));
      return world.commit(first, leaseId, {
        ...(await orderOf(world, first)),
        fee,
        expires,
        ...change,
        joined,
      });
    };
    return { world, ids, first, others, leaseId, commit };
  };
  const signed = async (count?: number) => {
    const all = await shared(count);
    const txId = randomTxId();
    const { attemptId } = committed(await all.commit({ txId }));
    return { ...all, txId, attemptId };
  };
  const seen = (results: boolean[], status: 'included' | 'final' = 'included'): Inclusion => ({
    status,
    block: { number: 90n, hash: '0xb' },
    succeeded: results.every(Boolean),
    results,
    feePaid: 21n,
  });
  const prove = async (
    world: World,
    id: SwapId,
    leaseId: LeaseId,
    txId: string,
    results: boolean[],
  ) => {
    const evidence = {
      rule: 'test',
      endpoints: ['node-1'],
      anchor: { number: 100n, hash: '0xa' },
      answers: {},
    };
    const { block, succeeded, feePaid } = seen(results) as Extract<Inclusion, { feePaid: bigint }>;
    const proof = { kind: 'landed', txId, block, succeeded, results, feePaid, evidence } as const;
    await world.journal.prove({ swapId: id, version: await world.version(id), leaseId, proof });
  };
  const paymentOf = async (world: World, id: SwapId) => stepOf(await world.snapshot(id), 'swap');

  describe('payments that share a message of a TON wallet', () => {
    it('are signed and in flight together, each of its own order', async () => {
      const { world, ids, txId, leaseId } = await signed();
      for (const id of ids) {
        expect(await world.snapshot(id)).toMatchObject({
          swap: { state: 'executing', fundsState: 'in_flight' },
          steps: [
            {
              kind: 'swap',
              outcome: 'open',
              lease: { id: leaseId, state: 'signed', attempts: [{ txId }] },
            },
          ],
        });
      }
    });

    it('have each the result of their own message', async () => {
      const { world, ids, txId } = await signed();
      const changed = await world.observe({ [txId]: seen([true, false, true]) });
      expect(new Set(changed.map(({ swapId }) => swapId))).toEqual(new Set(ids));
      const results = await Promise.all(
        ids.map(async (id) =>
          (await paymentOf(world, id))?.lease?.attempts.map(({ inclusion }) => inclusion),
        ),
      );
      expect(results).toMatchObject([
        [{ succeeded: true }],
        [{ succeeded: false }],
        [{ succeeded: true }],
      ]);
    });

    it('are proven together, each with its own outcome, order and part of the fee', async () => {
      const { world, ids, first, leaseId, txId } = await signed();
      await prove(world, ids[1] ?? first, leaseId, txId, [true, false, true]);
      const proven = await Promise.all(ids.map((id) => world.snapshot(id)));
      expect(proven.map((snapshot) => stepOf(snapshot, 'swap')?.outcome)).toEqual([
        'landed',
        'reverted_final',
        'landed',
      ]);
      expect(proven.map(({ swap }) => swap.feeSpent)).toEqual([7n, 7n, 7n]);
      expect(proven.map(({ swap }) => swap.isPaid)).toEqual([true, undefined, true]);
      const landed = await world.raw(
        `select (select swap_id from orders where id = landed_order) as id from swaps where landed_order is not null`,
      );
      expect(landed.map(({ id }) => id)).toEqual(expect.arrayContaining([ids[0], ids[2]]));
      expect(await world.lease(await world.ready(), { chainNonce: 8n })).toMatchObject({
        kind: 'leased',
      });
    });

    it('that expired unused are all dead, and pay again one by one', async () => {
      const { world, ids, first, leaseId } = await signed();
      await world.prove(first, leaseId, { expired: true });
      for (const id of ids) expect((await paymentOf(world, id))?.outcome).toBe('dead');
      const [, second = first] = ids;
      await world.journal.closeOrder({
        swapId: second,
        version: await world.version(second),
        reason: { code: 'PAYMENT_CANCELLED', message: 'expired' },
      });
      await world.quote(second);
      await world.swapData(second);
      expect(await world.lease(second, { chainNonce: 7n })).toMatchObject({ kind: 'leased' });
    });

    it('reserve what each of them needs, and leave out swaps for which nothing is left', async () => {
      const world = await newWorld(under(), 'ton');
      const [first, second, third] = [
        await world.ready(),
        await world.ready(),
        await world.ready(),
      ];
      const balances = { block: 100n, balances: new Map([[evmNativeToken, 2_500n]]) };
      const lease = await world.lease(first, { chainNonce: 7n, balances });
      if (lease.kind !== 'leased') throw new Error('refused');
      expect(await join(world, second, lease.leaseId, { balances })).toMatchObject({
        kind: 'leased',
      });
      expect(await join(world, third, lease.leaseId, { balances })).toMatchObject({
        refusal: { kind: 'reserved', available: 300n },
      });
      expect((await paymentOf(world, third))?.lease).toBeUndefined();
      const joined = [await orderOf(world, second)];
      expect(await world.commit(first, lease.leaseId, { fee, expires, joined })).toMatchObject({
        kind: 'committed',
      });
    });

    it('are voided together if nothing was signed', async () => {
      const { world, ids, leaseId } = await shared();
      await world.journal.voidLease({ leaseId, reason: { code: 'TEST', message: 'given back' } });
      for (const id of ids) {
        expect((await paymentOf(world, id))?.lease?.state).toBe('void');
        expect((await world.journal.events(id)).at(-1)?.type).toBe('lease_voided');
      }
      const [first] = ids;
      expect(await world.lease(first, { chainNonce: 7n })).toMatchObject({ kind: 'leased' });
    });

    it('are voided together once their hold has expired', async () => {
      const { world, ids, leaseId } = await shared();
      await world.raw(
        `update leases set held_until = now() - interval '1 second' where id = '${leaseId}'`,
      );
      expect(await world.lease(await world.ready(), { chainNonce: 7n })).toMatchObject({
        kind: 'leased',
      });
      for (const id of ids) expect((await paymentOf(world, id))?.lease?.state).toBe('void');
    });

    it.each([
      [
        'somebody wants one cancelled',
        'lease_lost',
        (world: World, id: SwapId) => world.journal.cancel(id),
      ],
      [
        'the order of one is too old',
        'order_expired',
        (world: World, id: SwapId) =>
          world.raw(
            `update orders set sign_by = now() - interval '1 second' where swap_id = '${id}'`,
          ),
      ],
    ])('are not signed where %s', async (_, why, change) => {
      const { world, ids, others, leaseId, commit } = await shared();
      const requests = await Promise.all(others.map((id) => orderOf(world, id)));
      const [, concerned = ids[0]] = ids;
      await change(world, concerned);
      const refused = await commit({ joined: requests });
      expect(refused).toMatchObject({ kind: 'refused' });
      // A cancelled one takes the lease with it, so the first one has lost it already.
      if (why !== 'lease_lost') expect(refused).toMatchObject({ why, joined: concerned });
      for (const id of ids) expect((await paymentOf(world, id))?.lease?.attempts ?? []).toEqual([]);
      await world.journal.voidLease({ leaseId, reason: { code: 'TEST', message: 'given back' } });
    });

    it('are never signed with one of them left out', async () => {
      const { commit, ids } = await shared();
      await expect(commit({ joined: [] })).rejects.toMatchObject(brokenRule('every_step_of_lease'));
      expect(ids).toHaveLength(3);
    });

    it('cannot be joined once they are signed or held by another process', async () => {
      const { world, leaseId } = await signed();
      const late = await world.ready();
      expect(await join(world, late, leaseId)).toMatchObject({ refusal: { kind: 'wallet_busy' } });
      const held = await shared(1);
      const other = await held.world.ready();
      expect(await join(held.world, other, held.leaseId, { holder: 'worker-2' })).toMatchObject({
        refusal: { kind: 'wallet_busy' },
      });
      const bind = `insert into lease_steps (lease_id, step_id)
        select '${leaseId}', st.id from steps st where st.swap_id = '${late}'`;
      await world.raw(
        `insert into steps (id, swap_id, wallet_id, chain, kind, generation)
         values ('${randomUUID()}', '${late}', '${world.wallet.id}', '${world.chain}', 'swap', 1)`,
      );
      await expect(world.raw(bind)).rejects.toMatchObject(
        brokenRule('lease_steps_before_signature'),
      );
    });

    it('are of TON only', async () => {
      const world = await newWorld(under());
      const [first, second] = [await world.ready(), await world.ready()];
      const lease = await world.lease(first);
      if (lease.kind !== 'leased') throw new Error('refused');
      await expect(join(world, second, lease.leaseId, { chainNonce: 0n })).rejects.toMatchObject(
        brokenRule('join_on_ton'),
      );
    });

    it('are logged one by one, and lost one by one', async () => {
      const { world, ids, attemptId, txId } = await signed();
      const { entries } = await world.journal.signedRecords(attemptId);
      expect(new Set(entries.map(({ swapId }) => swapId))).toEqual(new Set(ids));
      expect(new Set(entries.map(({ txId: told }) => told))).toEqual(new Set([txId]));
      expect(entries.every(({ payment }) => payment !== undefined)).toBe(true);

      const forgetful = await newWorld(under(), 'ton');
      const lost = entries.map((entry) => ({
        ...entry,
        chain: forgetful.chain,
        txId: randomTxId(),
      }));
      const [one] = lost;
      const together = lost.map((entry) => ({ ...entry, txId: one?.txId ?? '' }));
      await forgetful.journal.recordLosses(together);
      const known = (await forgetful.journal.lostAttempts()).filter(
        ({ chain }) => chain === forgetful.chain,
      );
      expect(new Set(known.map(({ swapId }) => swapId))).toEqual(new Set(ids));
      expect(await forgetful.journal.recognize(together)).toMatchObject({ unknown: [] });
      await forgetful.journal.adopt(person);
    });

    it('belong to all of their swaps, and to no other', async () => {
      const { world, ids, txId } = await signed();
      for (const id of ids)
        expect(await world.journal.othersTransactions(id, world.chain, [txId])).toEqual([]);
      const stranger = await world.ready();
      expect(await world.journal.othersTransactions(stranger, world.chain, [txId])).toEqual([txId]);
    });

    it('are what the swaps show as their payment', async () => {
      const { world, ids, txId } = await signed();
      for (const id of ids)
        expect((await world.journal.findSwap(id))?.payment).toMatchObject({ txId });
    });
  });
}
