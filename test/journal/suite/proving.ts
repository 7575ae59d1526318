import { describe, expect, it } from 'vitest';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import {
  committed,
  included,
  leased,
  newWorld,
  randomTxId,
  stepOf,
  type Under,
} from './fixture.ts';

const broken = { code: 'JOURNAL_BROKEN_INVARIANT' };

export function describeProving(under: Under): void {
  describe('proving', () => {
    it('ends a payment that landed, and stores its order and its fee', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      const { order } = await world.snapshot(id);
      await world.prove(id, leaseId, { txId, block: 90n, feePaid: 21n });
      const { swap, steps } = await world.snapshot(id);
      expect(steps[0]).toMatchObject({
        outcome: 'landed',
        proofId: expect.any(String),
        lease: {
          state: 'consumed',
          attempts: [{ inclusion: { status: 'final', block: { number: 90n } }, progressed: true }],
        },
      });
      expect(swap.feeSpent).toBe(21n);
      expect(await world.raw(`select landed_order from swaps where id = '${id}'`)).toEqual([
        { landed_order: order?.id },
      ]);
      expect((await world.journal.openAttempts(world.chain)).attempts).toEqual([]);
      expect(
        await world.raw(`select rule, anchor_number from proofs where id = '${steps[0]?.proofId}'`),
      ).toEqual([{ rule: 'test', anchor_number: 100n }]);
      await expect(world.lease(id)).rejects.toMatchObject(broken);
    });

    it.each([
      ['it failed on chain', { succeeded: false }, 'reverted_final', 'consumed'],
      ['a stranger used its nonce', { stranger: true }, 'dead', 'dead'],
    ])('opens the next generation when %s, and not before', async (_, proof, outcome, state) => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      await expect(world.lease(id)).rejects.toMatchObject({ code: 'JOURNAL_STALE' });
      await world.prove(id, leaseId, { txId, ...proof });
      expect((await world.snapshot(id)).steps[0]).toMatchObject({ outcome, lease: { state } });
      await world.raw(`update wallets set frozen_reason = null where id = '${world.wallet.id}'`);
      const next = leased(await world.lease(id));
      expect(next.nonce).toBe(1n);
      expect((await world.snapshot(id)).steps.map(({ generation }) => generation)).toEqual([1, 2]);
    });

    it('proves a payment dead when its cancel landed', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      const cancelTxId = randomTxId();
      committed(await world.commit(id, leaseId, { kind: 'cancel', txId: cancelTxId }));
      // The other attempt was observed last; the proof decides.
      await world.observe({ [txId]: included(90n) });
      await world.prove(id, leaseId, { txId: cancelTxId, block: 91n });
      const step = stepOf(await world.snapshot(id), 'swap');
      expect(step).toMatchObject({ outcome: 'dead', lease: { state: 'consumed' } });
      expect(step?.lease?.attempts.map(({ inclusion }) => inclusion.status)).toEqual([
        'unseen',
        'final',
      ]);
      expect((await world.snapshot(id)).swap.feeSpent).toBe(21n);
    });

    it('freezes the wallet if an external transaction used its nonce', async () => {
      const world = await newWorld(under());
      const { id, leaseId } = await world.paid({ chainNonce: 7n });
      await world.prove(id, leaseId, { stranger: true });
      expect((await world.snapshot(id)).stopped).toMatchObject({
        code: 'WALLET_FROZEN',
        message: expect.stringContaining('nonce 7'),
      });
    });

    it('rejects a proof for what was never signed, for another swap, or twice', async () => {
      const world = await newWorld(under());
      const first = await world.paid();
      const second = await world.paid();
      await expect(
        world.prove(first.id, first.leaseId, { txId: randomTxId() }),
      ).rejects.toMatchObject(broken);
      await expect(
        world.prove(second.id, first.leaseId, { txId: first.txId }),
      ).rejects.toMatchObject(broken);
      await world.prove(first.id, first.leaseId, { txId: first.txId });
      await expect(
        world.prove(first.id, first.leaseId, { txId: first.txId }),
      ).rejects.toMatchObject(broken);
      const held = await world.ready();
      const { leaseId } = leased(await world.lease(held));
      await expect(world.prove(held, leaseId, { stranger: true })).rejects.toMatchObject(broken);
    });

    it('rejects a proof against a final attempt', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      const cancelTxId = randomTxId();
      committed(await world.commit(id, leaseId, { kind: 'cancel', txId: cancelTxId }));
      await world.observe({ [txId]: included(40n, 'final') });
      await expect(world.prove(id, leaseId, { txId, succeeded: false })).rejects.toMatchObject(
        broken,
      );
      await expect(world.prove(id, leaseId, { txId: cancelTxId })).rejects.toMatchObject(broken);
      await expect(world.prove(id, leaseId, { stranger: true })).rejects.toMatchObject(broken);
      expect(stepOf(await world.snapshot(id), 'swap')).toMatchObject({
        outcome: 'open',
        lease: { state: 'signed' },
      });
      expect((await world.snapshot(id)).stopped).toBeUndefined();
      await world.prove(id, leaseId, { txId, block: 40n });
      expect(stepOf(await world.snapshot(id), 'swap')?.outcome).toBe('landed');
    });

    it('keeps what a landed payment took reserved until balances are read at its block', async () => {
      const world = await newWorld(under());
      const at = (
        block: bigint,
        native: bigint,
      ): { balances: { block: bigint; balances: Map<string, bigint> } } => ({
        balances: { block, balances: new Map([[evmNativeToken, native]]) },
      });
      const paid = await world.paid(at(80n, 2_000n));
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId, block: 90n });
      expect(await world.lease(await world.ready(), at(89n, 2_000n))).toMatchObject({
        refusal: { kind: 'reserved' },
      });
      const second = await world.paid(at(90n, 1_200n));
      await world.prove(second.id, second.leaseId, { txId: second.txId, block: 95n });
      // Every later balance includes the first one, so it is no longer reserved.
      const open = `select lease_id from reservations where wallet_id = '${world.wallet.id}' and not released`;
      expect(await world.raw(open)).toEqual([{ lease_id: second.leaseId }]);
    });

    it('refuses a stale version', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      const version = await world.version(id);
      await world.observe({ [txId]: included(90n) });
      const evidence = {
        rule: 'test',
        endpoints: [],
        anchor: { number: 1n, hash: '0x' },
        answers: {},
      };
      const proof = { kind: 'used_by_stranger', evidence } as const;
      await expect(
        world.journal.prove({ swapId: id, version, leaseId, proof }),
      ).rejects.toMatchObject({
        code: 'JOURNAL_STALE',
      });
      expect(stepOf(await world.snapshot(id), 'swap')?.outcome).toBe('open');
    });
  });
}
