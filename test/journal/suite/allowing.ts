import { describe, expect, it } from 'vitest';
import type { Family } from '../../../src/core/swap/chains.ts';
import type { LeaseId, SwapId } from '../../../src/core/swap/ids.ts';
import type { AllowanceView } from '../../../src/core/swap/swap.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import type { LeaseResult } from '../../../src/ports/stores/signing-records.ts';
import {
  included,
  leased,
  newWorld,
  randomTxId,
  spender,
  token,
  type Under,
  type World,
} from './fixture.ts';

const because = { code: 'TEST', message: 'because' };
const amount = 1_000n;

/** The common steps of these tests, in a world of token payments. */
interface TokenWorld extends World {
  /** A swap that needs to pay `amount` of the token to the spender. */
  needing(change?: { amount?: bigint }): Promise<SwapId>;
  pay(id: SwapId): Promise<LeaseResult>;
  approve(id: SwapId, kind?: 'approve' | 'revoke', to?: string): Promise<LeaseResult>;
  read(value: bigint, block: bigint): Promise<{ swapId: SwapId; version: number }[]>;
  allowance(id: SwapId): Promise<AllowanceView | undefined>;
  /** The unsigned needs of the world's swaps: the amount of an approve. */
  needed(): Promise<bigint>;
  sign(id: SwapId, leaseId: LeaseId): Promise<string>;
}

async function newTokenWorld(under: Under, family: Family = 'evm'): Promise<TokenWorld> {
  const world = await newWorld(under(), family);
  const { chain, wallet, journal } = world;
  const balances = {
    block: 10n,
    balances: new Map([
      [token, 100_000n],
      [evmNativeToken, 100_000n],
    ]),
  };
  const gas = { token: evmNativeToken, amount: 100n };
  return {
    ...world,
    async needing(change = {}) {
      const from = { family, chain, token, decimals: 6, symbol: 'USDC' } as const;
      const { id } = await world.submit({ from, amount, ...change });
      await world.quote(id, { spender });
      await world.swapData(id);
      return id;
    },
    async pay(id) {
      const { job } = (await world.snapshot(id)).swap;
      const need = { token, spender, amount: job.amount };
      return world.lease(id, { balances, reserve: [{ token, amount: job.amount }, gas], need });
    },
    approve: (id, kind = 'approve', to = spender) =>
      world.lease(id, {
        kind,
        balances,
        reserve: [gas],
        sets: { token, spender: to, symbol: 'USDC', decimals: 6 },
      }),
    read: (value, block) =>
      journal.recordAllowance({ chain, walletId: wallet.id, token, spender, value, block }),
    allowance: async (id) => (await world.snapshot(id)).allowance,
    async needed() {
      const [row] = await world.raw(
        `select coalesce(sum(amount), 0) as needed from allowance_needs where chain = '${chain}' and state = 'open'`,
      );
      return row?.needed as bigint;
    },
    async sign(id, leaseId) {
      const txId = randomTxId();
      await world.commit(id, leaseId, { txId });
      return txId;
    },
  };
}

export function describeAllowing(under: Under): void {
  describe('allowing', () => {
    const short = { kind: 'refused', refusal: { kind: 'allowance_short' } };
    const inFlight = { kind: 'refused', refusal: { kind: 'approve_in_flight' } };

    it('pays in a token only under an allowance that was read from the chain', async () => {
      const world = await newTokenWorld(under);
      const id = await world.needing();
      expect(await world.allowance(id)).toEqual({ token, spender, signedNeeds: 0n });
      expect(await world.pay(id)).toEqual(short);
      await world.read(amount - 1n, 10n);
      expect(await world.pay(id)).toEqual(short);
      await world.read(amount, 11n);
      expect(await world.pay(id)).toMatchObject({ kind: 'leased' });
      expect(await world.allowance(id)).toEqual({
        token,
        spender,
        confirmed: { value: amount, block: 11n },
        signedNeeds: amount,
      });
    });

    it('approves the sum of what all swaps need, and only once at a time', async () => {
      const world = await newTokenWorld(under);
      const [first, second] = [await world.needing(), await world.needing({ amount: 234n })];
      const approve = leased(await world.approve(first));
      expect(approve.allowanceValue).toBe(1_234n);
      const { stepId } = approve;
      expect((await world.allowance(second))?.approving).toEqual({ stepId, swapId: first });
      expect((await world.snapshot(first)).steps[0]?.allowance).toEqual({
        token,
        spender,
        value: 1_234n,
      });
      await world.sign(first, approve.leaseId);
      expect(await world.approve(second)).toEqual(inFlight);
      expect(await world.pay(second)).toEqual(inFlight);
    });

    it('waits with an approve for payments that have not used the allowance, where no nonce keeps it behind them', async () => {
      const world = await newTokenWorld(under, 'tron');
      const [first, second] = [await world.needing(), await world.needing()];
      await world.read(amount, 10n);
      const result = await world.pay(first);
      if (result.kind !== 'leased') throw new Error('refused');
      const txId = randomTxId();
      await world.commit(first, result.leaseId, { txId, expires: 99n });
      expect(await world.approve(second)).toEqual({
        kind: 'refused',
        refusal: { kind: 'allowance_in_use' },
      });
      await world.observe({ [txId]: included(20n) });
      expect(await world.approve(second)).toMatchObject({ kind: 'leased', allowanceValue: amount });
    });

    it('ends the approve in flight when the allowance is read at or after its block, and makes all waiting swaps due', async () => {
      const world = await newTokenWorld(under);
      const [first, second] = [await world.needing(), await world.needing()];
      const approve = leased(await world.approve(first));
      const txId = await world.sign(first, approve.leaseId);
      await world.read(0n, 19n);
      await world.observe({ [txId]: included(20n) });
      expect(await world.read(0n, 19n)).toEqual([]);
      expect((await world.allowance(first))?.approving).toBeDefined();
      const woken = await world.read(2n * amount, 20n);
      expect(woken.map(({ swapId }) => swapId).sort()).toEqual([first, second].sort());
      expect(woken[0]?.version).toBe(await world.version(woken[0]!.swapId));
      expect((await world.allowance(second))?.approving).toBeUndefined();
      expect(await world.pay(second)).toMatchObject({ kind: 'leased' });
    });

    it('has one approve per swap until that is proven, though another is needed', async () => {
      const world = await newTokenWorld(under);
      const id = await world.needing();
      const approve = leased(await world.approve(id));
      const txId = await world.sign(id, approve.leaseId);
      await world.observe({ [txId]: included(20n) });
      await world.read(amount, 20n);
      const other = await world.needing();
      await world.sign(other, leased(await world.pay(other)).leaseId);
      expect(await world.approve(id)).toEqual(inFlight);
      await world.prove(id, approve.leaseId, { txId, block: 20n });
      expect(await world.approve(id)).toMatchObject({ kind: 'leased', allowanceValue: amount });
    });

    describe('if less of an allowance is left than payments can have used', () => {
      /** A proven approve, of which `left` is left. */
      async function approved(left: bigint) {
        const world = await newTokenWorld(under);
        const id = await world.needing();
        const { leaseId } = leased(await world.approve(id));
        const txId = await world.sign(id, leaseId);
        await world.observe({ [txId]: included(20n) });
        await world.read(left, 21n);
        const prove = () => world.prove(id, leaseId, { txId, block: 20n });
        return { world, id, prove };
      }
      const frozen = async ({ journal, wallet }: World) =>
        (await journal.wallets()).find(({ id }) => id === wallet.id)?.frozenReason;

      it('approves nothing more, and freezes the wallet once the approve is proven and the allowance read again', async () => {
        const { world, id, prove } = await approved(0n);
        expect(await world.approve(id)).toEqual(inFlight);
        await prove();
        expect((await world.allowance(id))?.confirmed).toBeUndefined();
        expect(await world.approve(id)).toEqual(inFlight);
        expect(await frozen(world)).toBeUndefined();
        await world.read(0n, 25n);
        const { kind, refusal } = (await world.approve(id)) as Extract<
          LeaseResult,
          { kind: 'refused' }
        >;
        expect([kind, refusal.kind]).toEqual(['refused', 'external_use']);
        expect(await frozen(world)).toContain(`0.001 USDC (token ${token})`);
        expect(await world.approve(id)).toMatchObject({
          refusal: { kind: 'stopped', code: 'WALLET_FROZEN' },
        });
      });

      it('approves nothing to another spender either', async () => {
        const { world, id, prove } = await approved(0n);
        await prove();
        await world.read(0n, 25n);
        const reason = { code: 'TEST', message: 'because' };
        await world.journal.closeOrder({ swapId: id, version: await world.version(id), reason });
        const elsewhere = '0x5555555555555555555555555555555555555555';
        await world.quote(id, { spender: elsewhere });
        expect(await world.approve(id, 'approve', elsewhere)).toMatchObject({
          refusal: { kind: 'external_use' },
        });
      });

      it('continues if the allowance was lower on another fork only, or a payment can have used it', async () => {
        const fork = await approved(0n);
        await fork.prove();
        await fork.world.read(amount, 25n);
        expect(await fork.world.pay(fork.id)).toMatchObject({ kind: 'leased' });

        const { world, id, prove } = await approved(amount);
        const other = await world.needing();
        const payment = await world.sign(other, leased(await world.pay(other)).leaseId);
        await prove();
        await world.observe({ [payment]: included(22n) });
        await world.read(0n, 25n);
        expect(await world.approve(id)).toMatchObject({ kind: 'leased', allowanceValue: amount });
      });

      it('does not account for allowances from before a person released the wallet', async () => {
        const { world, id, prove } = await approved(0n);
        await prove();
        await world.read(0n, 25n);
        expect(await world.approve(id)).toMatchObject({ refusal: { kind: 'external_use' } });
        const { journal, wallet } = world;
        const because = { by: 'somebody', reason: 'looked at it' };
        await journal.unfreezeWallet({ walletId: wallet.id, chainNonces: new Map(), ...because });
        expect(await world.approve(id)).toMatchObject({ kind: 'leased', allowanceValue: amount });
      });
    });

    it('adds no event for a known value, and ignores older blocks', async () => {
      const world = await newTokenWorld(under);
      const id = await world.needing();
      expect(await world.read(amount, 20n)).toHaveLength(1);
      const before = await world.version(id);
      expect(await world.read(amount, 21n)).toEqual([]);
      expect(await world.read(5n, 20n)).toEqual([]);
      expect(await world.version(id)).toBe(before);
      expect((await world.allowance(id))?.confirmed).toEqual({ value: amount, block: 21n });
    });

    it('accepts later reads after an endpoint reported a false block', async () => {
      const world = await newTokenWorld(under);
      const id = await world.needing();
      await world.read(5n, 2n ** 40n);
      expect(await world.read(amount, 20n)).toHaveLength(1);
      expect((await world.allowance(id))?.confirmed).toEqual({ value: amount, block: 20n });
    });

    it('counts a signed payment against the allowance until it was read after its block', async () => {
      const world = await newTokenWorld(under);
      const [first, second] = [await world.needing(), await world.needing()];
      await world.read(2n * amount - 1n, 10n);
      const txId = await world.sign(first, leased(await world.pay(first)).leaseId);
      expect((await world.allowance(second))?.signedNeeds).toBe(amount);
      expect(await world.pay(second)).toEqual(short);
      await world.observe({ [txId]: included(15n) });
      // Read before the payment was included, so still the old allowance.
      await world.read(2n * amount - 1n, 14n);
      expect((await world.allowance(second))?.signedNeeds).toBe(amount);
      expect(await world.pay(second)).toEqual(short);
      await world.read(amount, 15n);
      expect((await world.allowance(second))?.signedNeeds).toBe(0n);
      expect(await world.pay(second)).toMatchObject({ kind: 'leased' });
    });

    it('counts it again when a reorg takes it out of its block', async () => {
      const world = await newTokenWorld(under);
      const [first, second] = [await world.needing(), await world.needing()];
      await world.read(2n * amount - 1n, 10n);
      const txId = await world.sign(first, leased(await world.pay(first)).leaseId);
      await world.observe({ [txId]: included(15n) });
      await world.read(amount, 15n);
      await world.observe({ [txId]: { status: 'pending' } });
      expect((await world.allowance(second))?.signedNeeds).toBe(amount);
      expect(await world.pay(second)).toEqual(short);
    });

    it('sets an approve back in flight if a reorg removed it, and clears what was read', async () => {
      const world = await newTokenWorld(under);
      const id = await world.needing();
      const approve = leased(await world.approve(id));
      const txId = await world.sign(id, approve.leaseId);
      await world.observe({ [txId]: included(20n) });
      await world.read(amount, 20n);
      await world.observe({ [txId]: { status: 'unseen' } });
      expect(await world.allowance(id)).toMatchObject({ approving: { stepId: approve.stepId } });
      expect((await world.allowance(id))?.confirmed).toBeUndefined();
      expect(await world.pay(id)).toEqual(inFlight);
    });

    it('reopens the need and the approve when their leases are voided', async () => {
      const world = await newTokenWorld(under);
      const [first, second] = [await world.needing(), await world.needing()];
      const approve = leased(await world.approve(first));
      await world.journal.voidLease({ leaseId: approve.leaseId, reason: because });
      expect((await world.allowance(first))?.approving).toBeUndefined();
      await world.read(amount, 10n);
      const payment = leased(await world.pay(first));
      await world.journal.voidLease({ leaseId: payment.leaseId, reason: because });
      expect((await world.allowance(first))?.signedNeeds).toBe(0n);
      expect(await world.needed()).toBe(2n * amount);
      expect(await world.pay(second)).toMatchObject({ kind: 'leased' });
    });

    it('revokes to zero, and approves nothing without a need', async () => {
      const world = await newTokenWorld(under);
      const id = await world.needing();
      const revoke = leased(await world.approve(id, 'revoke'));
      expect(revoke.allowanceValue).toBe(0n);
      await world.journal.voidLease({ leaseId: revoke.leaseId, reason: because });
      await world.journal.closeOrder({
        swapId: id,
        version: await world.version(id),
        reason: because,
      });
      await expect(world.approve(id)).rejects.toMatchObject({ code: 'JOURNAL_STALE' });
    });

    it('releases the need of a closed order', async () => {
      const world = await newTokenWorld(under);
      const id = await world.needing();
      await world.needing();
      await world.journal.closeOrder({
        swapId: id,
        version: await world.version(id),
        reason: because,
      });
      expect(await world.needed()).toBe(amount);
      expect(await world.read(amount, 10n)).toHaveLength(1);
      await world.quote(id, { spender });
      expect(await world.needed()).toBe(2n * amount);
    });

    it('reads the allowance again after an approve is proven, if it was last read before that landed', async () => {
      const world = await newTokenWorld(under);
      const id = await world.needing();
      await world.read(5n * amount, 10n);
      const approve = leased(await world.approve(id));
      const txId = await world.sign(id, approve.leaseId);
      await world.prove(id, approve.leaseId, { txId, block: 20n });
      const allowance = await world.allowance(id);
      expect(allowance?.approving).toBeUndefined();
      expect(allowance?.confirmed).toBeUndefined();
    });

    it.each([
      ['landed', { succeeded: true }, { signed: amount, open: 0n }],
      ['reverted', { succeeded: false }, { signed: 0n, open: amount }],
      ['used by a stranger', { stranger: true }, { signed: 0n, open: amount }],
    ])('settles the need of a payment that is proven: %s', async (_, proof, needs) => {
      const world = await newTokenWorld(under);
      const id = await world.needing();
      await world.read(amount, 10n);
      const { leaseId } = leased(await world.pay(id));
      const txId = await world.sign(id, leaseId);
      await world.prove(id, leaseId, { txId, block: 20n, ...proof });
      expect((await world.allowance(id))?.signedNeeds).toBe(needs.signed);
      expect(await world.needed()).toBe(needs.open);
    });
  });
}
