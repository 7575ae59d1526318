import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import type { LeaseResult } from '../../../src/ports/stores/signing-records.ts';
import {
  holder,
  hour,
  leased,
  newWorld,
  receiver,
  stepOf,
  token,
  type Under,
  type World,
} from './fixture.ts';

const because = { code: 'TEST', message: 'because' };

/**
 * Leases as the executor does: it retries while another step of the wallet is between lease and
 * commit.
 */
async function leaseWhenFree(
  { lease }: World,
  ...of: Parameters<World['lease']>
): Promise<LeaseResult> {
  for (;;) {
    const result = await lease(...of);
    if (result.kind === 'leased' || result.refusal.kind !== 'wallet_busy') return result;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export function describeLeasing(under: Under): void {
  describe('leasing', () => {
    it('leases the nonces of an account one after the other, to twenty swaps at once', async () => {
      const world = await newWorld(under());
      const ids = await Promise.all(Array.from({ length: 20 }, () => world.ready()));
      const nonces = await Promise.all(
        ids.map(async (id) => {
          const { leaseId, nonce } = leased(await leaseWhenFree(world, id, { chainNonce: 5n }));
          await world.commit(id, leaseId);
          return nonce;
        }),
      );
      expect(nonces.sort((a, b) => Number(a - b))).toEqual(
        Array.from({ length: 20 }, (_, index) => 5n + BigInt(index)),
      );
    });

    it('never reserves more than there is, with a hundred swaps on one balance', async () => {
      const world = await newWorld(under());
      const ids = await Promise.all(Array.from({ length: 100 }, () => world.ready()));
      const balances = { block: 100n, balances: new Map([[evmNativeToken, 10_000n]]) };
      let paid = 0;
      const refusals: unknown[] = [];
      const work = async (): Promise<void> => {
        for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
          const result = await leaseWhenFree(world, id, { balances });
          if (result.kind === 'refused') refusals.push(result.refusal);
          else if ((await world.commit(id, result.leaseId)).kind === 'committed') paid += 1;
        }
      };
      await Promise.all(Array.from({ length: 5 }, work));
      expect(paid).toBe(9);
      expect(refusals).toHaveLength(91);
      expect(refusals[0]).toMatchObject({ kind: 'reserved', available: 100n, needed: 1_100n });
    });

    it('names what is missing: the amount, or the native coin for fees', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const holding = (
        native: bigint,
        tokens: bigint,
      ): { block: bigint; balances: Map<string, bigint> } => ({
        block: 100n,
        balances: new Map([
          [evmNativeToken, native],
          [token, tokens],
        ]),
      });
      const inToken = [
        { token, amount: 1_000n },
        { token: evmNativeToken, amount: 100n },
      ];
      const refusalOf = async (change: Parameters<World['lease']>[1]): Promise<unknown> => {
        const result = await world.lease(id, change);
        return result.kind === 'refused' ? result.refusal : result;
      };
      expect(await refusalOf({ balances: holding(999n, 0n) })).toEqual({
        kind: 'insufficient',
        what: 'balance',
        available: 999n,
        needed: 1_100n,
      });
      expect(await refusalOf({ balances: holding(99n, 1_000n), reserve: inToken })).toEqual({
        kind: 'insufficient',
        what: 'gas',
        available: 99n,
        needed: 100n,
      });
      expect(await refusalOf({ balances: holding(100n, 999n), reserve: inToken })).toMatchObject({
        what: 'balance',
      });
      // A token without a balance read of the wallet.
      const unknown = [{ token: receiver, amount: 1n }];
      expect(await refusalOf({ reserve: unknown })).toMatchObject({
        what: 'balance',
        available: 0n,
      });
      expect(stepOf(await world.snapshot(id), 'swap')).toBeUndefined();
    });

    it('reserves fees of token payments too', async () => {
      const world = await newWorld(under());
      const balances = {
        block: 100n,
        balances: new Map([
          [evmNativeToken, 150n],
          [token, 5_000n],
        ]),
      };
      const reserve = [
        { token, amount: 1_000n },
        { token: evmNativeToken, amount: 100n },
      ];
      await world.paid({ balances, reserve });
      const second = await world.lease(await world.ready(), { balances, reserve });
      expect(second).toEqual({
        kind: 'refused',
        refusal: { kind: 'reserved', token: evmNativeToken, available: 50n, needed: 100n },
      });
    });

    it('uses the balance of the newest block, and releases what was included by then', async () => {
      const world = await newWorld(under());
      const at = (
        block: bigint,
        native: bigint,
      ): { balances: { block: bigint; balances: Map<string, bigint> } } => ({
        balances: { block, balances: new Map([[evmNativeToken, native]]) },
      });
      const { txId } = await world.paid(at(100n, 2_000n));
      await world.observe({
        [txId]: {
          status: 'included',
          block: { number: 105n, hash: '0x1' },
          succeeded: true,
          feePaid: 9n,
        },
      });
      const id = await world.ready();
      // Block 104 does not show the payment yet, so it is still reserved.
      expect(await world.lease(id, at(104n, 2_000n))).toMatchObject({
        refusal: { kind: 'reserved', available: 900n },
      });
      const { leaseId } = leased(await world.lease(id, at(105n, 1_200n)));
      await world.journal.voidLease({ leaseId, reason: because });
      // An endpoint that lags behind changes nothing.
      expect(await world.lease(await world.ready(), at(101n, 5_000n))).toMatchObject({
        kind: 'leased',
      });
      expect(
        await world.raw(`select balance::text from assets where chain = '${world.chain}'`),
      ).toEqual([{ balance: '1200' }]);
    });

    it('accepts later reads after an endpoint reported a false block', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const at = (block: bigint, coins: bigint) => ({
        balances: { block, balances: new Map([[evmNativeToken, coins]]) },
      });
      expect(await world.lease(id, at(2n ** 40n, 0n))).toMatchObject({
        refusal: { kind: 'insufficient' },
      });
      expect(await world.lease(id, at(100n, 10_000n))).toMatchObject({ kind: 'leased' });
    });

    it('leases the nonce, balance and step of a void lease again', async () => {
      const world = await newWorld(under());
      const only = { balances: { block: 100n, balances: new Map([[evmNativeToken, 1_100n]]) } };
      const first = await world.ready();
      const givenBack = leased(await world.lease(first, only));
      const before = await world.version(first);
      await world.journal.voidLease({ leaseId: givenBack.leaseId, reason: because });
      expect(await world.version(first)).toBe(before + 1);
      expect((await world.journal.events(first)).at(-1)).toMatchObject({
        type: 'lease_voided',
        data: { why: 'given_back', reason: because },
      });
      // A second time changes nothing.
      await world.journal.voidLease({ leaseId: givenBack.leaseId, reason: because });
      expect(await world.version(first)).toBe(before + 1);

      const second = await world.ready();
      const { nonce, leaseId } = leased(await world.lease(second, only));
      expect(nonce).toBe(givenBack.nonce);
      await world.journal.voidLease({ leaseId, reason: because });
      const again = leased(await world.lease(first, only));
      expect(again).toMatchObject({ nonce: givenBack.nonce, stepId: givenBack.stepId });
      expect((await world.snapshot(first)).steps).toHaveLength(1);
    });

    it('does not void a lease with an attempt', async () => {
      const world = await newWorld(under());
      const { leaseId, id } = await world.paid();
      await expect(world.journal.voidLease({ leaseId, reason: because })).rejects.toMatchObject({
        code: 'JOURNAL_BROKEN_INVARIANT',
      });
      expect(stepOf(await world.snapshot(id), 'swap')?.lease?.state).toBe('signed');
    });

    it('keeps an account to one held lease', async () => {
      const world = await newWorld(under());
      const [first, second] = [await world.ready(), await world.ready()];
      const { leaseId } = leased(await world.lease(first));
      expect(await world.lease(second)).toEqual({
        kind: 'refused',
        refusal: { kind: 'wallet_busy' },
      });
      await world.commit(first, leaseId);
      expect(leased(await world.lease(second)).nonce).toBe(1n);
    });

    it('takes over an expired hold, and refuses the late commit', async () => {
      const world = await newWorld(under());
      const [slow, quick] = [await world.ready(), await world.ready()];
      const expired = leased(await world.lease(slow, { hold: 0 }));
      const before = await world.version(slow);
      const { nonce, leaseId } = leased(await world.lease(quick));
      expect(nonce).toBe(expired.nonce);
      expect(await world.commit(slow, expired.leaseId)).toEqual({
        kind: 'refused',
        why: 'lease_lost',
      });
      expect(await world.commit(quick, leaseId)).toMatchObject({ kind: 'committed' });
      expect(await world.version(slow)).toBe(before + 1);
      expect((await world.journal.events(slow)).at(-1)).toMatchObject({
        type: 'lease_voided',
        data: { why: 'expired' },
      });
      expect(leased(await world.lease(slow)).nonce).toBe(nonce + 1n);
    });

    it('lets a swap take over its own expired hold', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const expired = leased(await world.lease(id, { hold: 0 }));
      expect(leased(await world.lease(id))).toMatchObject({
        nonce: expired.nonce,
        stepId: expired.stepId,
      });
    });

    it('never leases a step that has a lease', async () => {
      const world = await newWorld(under());
      const { id } = await world.paid();
      await expect(world.lease(id)).rejects.toMatchObject({ code: 'JOURNAL_STALE' });
    });

    it('freezes the wallet if the chain shows a nonce that was not leased', async () => {
      const world = await newWorld(under());
      await world.paid({ chainNonce: 3n });
      const id = await world.ready();
      expect(await world.lease(id, { chainNonce: 5n })).toEqual({
        kind: 'refused',
        refusal: { kind: 'external_nonce', chainNonce: 5n, expected: 4n },
      });
      const frozen = (await world.journal.wallets()).find(
        (wallet) => wallet.id === world.wallet.id,
      );
      expect(frozen?.frozenReason).toContain('next nonce');
      expect((await world.snapshot(id)).stopped?.code).toBe('WALLET_FROZEN');
      expect(await world.lease(id, { chainNonce: 4n })).toMatchObject({
        refusal: { kind: 'stopped', code: 'WALLET_FROZEN' },
      });
    });

    it('stops the other swaps of a wallet that it froze', async () => {
      const world = await newWorld(under());
      const other = await world.ready();
      await world.paid({ chainNonce: 3n });
      await world.lease(await world.ready(), { chainNonce: 5n });
      expect((await world.snapshot(other)).stopped?.code).toBe('WALLET_FROZEN');
      expect(await world.lease(other, { chainNonce: 5n })).toMatchObject({
        refusal: { kind: 'stopped', code: 'WALLET_FROZEN' },
      });
    });

    it('freezes the wallet if an external transaction used a voided nonce', async () => {
      const world = await newWorld(under());
      const [first, second] = [await world.ready(), await world.ready()];
      await world.paid({ chainNonce: 3n });
      const { leaseId, nonce } = leased(await world.lease(first, { chainNonce: 3n }));
      expect(nonce).toBe(4n);
      await world.journal.voidLease({ leaseId, reason: because });
      // The external transaction has nonce 4: the chain is where it would be after the journal's
      // next payment.
      expect(await world.lease(second, { chainNonce: 5n })).toEqual({
        kind: 'refused',
        refusal: { kind: 'external_nonce', chainNonce: 5n, expected: 4n },
      });
    });

    it('leases a voided nonce again if the chain reverted what had used it', async () => {
      const world = await newWorld(under());
      const givenBack = leased(await world.lease(await world.ready(), { chainNonce: 3n }));
      await world.journal.voidLease({ leaseId: givenBack.leaseId, reason: because });
      const id = await world.ready();
      expect(await world.lease(id, { chainNonce: 5n })).toMatchObject({
        refusal: { kind: 'external_nonce' },
      });
      await world.journal.unfreezeWallet({
        walletId: world.wallet.id,
        chainNonces: new Map([[world.chain, 5n]]),
        by: 'a person',
        reason: 'looked at',
      });
      expect(leased(await world.lease(id, { chainNonce: 3n })).nonce).toBe(givenBack.nonce);
    });

    it('freezes the wallet if the used nonce is lower than leased ones', async () => {
      const world = await newWorld(under());
      const [low, high] = [await world.ready(), await world.ready()];
      const expired = leased(await world.lease(low, { chainNonce: 3n, hold: 0 }));
      // Void, and below the next nonce: an older version could leave it so.
      await world.journal.voidLease({ leaseId: expired.leaseId, reason: because });
      await world.raw(`update wallet_chain set next_nonce = 5 where chain = '${world.chain}'`);
      expect(await world.lease(high, { chainNonce: 4n })).toMatchObject({
        refusal: { kind: 'external_nonce', chainNonce: 4n, expected: 3n },
      });
    });

    it('recognizes its own nonces, whatever their outcome', async () => {
      const world = await newWorld(under());
      const landed = await world.paid({ chainNonce: 3n });
      await world.prove(landed.id, landed.leaseId, { txId: landed.txId });
      await world.paid({ chainNonce: 4n });
      const givenBack = leased(await world.lease(await world.ready(), { chainNonce: 5n }));
      await world.journal.voidLease({ leaseId: givenBack.leaseId, reason: because });
      expect(leased(await world.lease(await world.ready(), { chainNonce: 5n })).nonce).toBe(5n);
    });

    it('ignores transactions of the key before its first lease', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const poor = { block: 100n, balances: new Map([[evmNativeToken, 0n]]) };
      expect(await world.lease(id, { chainNonce: 3n, balances: poor })).toMatchObject({
        refusal: { kind: 'insufficient' },
      });
      expect(leased(await world.lease(id, { chainNonce: 4n })).nonce).toBe(4n);
    });

    it.each(['all', 'chain', 'provider', 'wallet', 'rule'] as const)(
      'refuses while signing is stopped for: %s',
      async (scope) => {
        const world = await newWorld(under());
        const provider = `PROVIDER-${world.chain}`;
        const rule = { id: `rule of ${world.chain}`, version: 1, budgets: [] };
        const { id } = await world.submit({ rule });
        await world.quote(id, { provider });
        await world.swapData(id, { provider });
        const { chain, wallet } = world;
        const subject = { all: '', chain, provider, wallet: wallet.name, rule: rule.id }[scope];
        const change = { scope, subject, by: 'test', reason: 'maintenance' };
        await world.journal.setSwitch({ ...change, stopped: true });
        try {
          expect(await world.lease(id)).toMatchObject({
            refusal: { kind: 'stopped', code: 'SIGNING_STOPPED' },
          });
          expect((await world.snapshot(id)).stopped).toMatchObject({ code: 'SIGNING_STOPPED' });
        } finally {
          await world.journal.setSwitch({ ...change, stopped: false });
        }
        expect((await world.snapshot(id)).stopped).toBeUndefined();
        expect(await world.lease(id)).toMatchObject({ kind: 'leased' });
      },
    );

    it('stops the accounts of a treasury wallet by its name, and one of them by its own', async () => {
      const treasury = await newWorld(under());
      const second = await newWorld(under(), 'evm', { name: `${treasury.wallet.name}/2` });
      const [first, further] = [await treasury.ready(), await second.ready()];
      const stops = async () => [
        (await treasury.snapshot(first)).stopped,
        (await second.snapshot(further)).stopped,
      ];
      const change = { scope: 'wallet', by: 'test', reason: 'maintenance' } as const;
      const stopped = expect.objectContaining({ code: 'SIGNING_STOPPED' });
      const { journal } = treasury;
      await journal.setSwitch({ ...change, subject: treasury.wallet.name, stopped: true });
      expect(await stops()).toEqual([stopped, stopped]);
      expect(await second.lease(further)).toMatchObject({ refusal: { kind: 'stopped' } });
      await journal.setSwitch({ ...change, subject: treasury.wallet.name, stopped: false });
      await journal.setSwitch({ ...change, subject: second.wallet.name, stopped: true });
      expect(await stops()).toEqual([undefined, stopped]);
    });

    it('refuses stale versions, other orders, other accounts and ended swaps', async () => {
      const world = await newWorld(under());
      const [id, other] = [await world.ready(), await world.ready()];
      const { swap } = await world.snapshot(id);
      const stale = { code: 'JOURNAL_STALE' };
      const broken = { code: 'JOURNAL_BROKEN_INVARIANT' };
      const orderOf = async (of: SwapId) => (await world.snapshot(of)).order!.id;
      await expect(world.lease(id, { version: swap.version - 1 })).rejects.toMatchObject(stale);
      await expect(world.lease(id, { orderId: await orderOf(other) })).rejects.toMatchObject(stale);
      await expect(world.lease(id, { account: `0x${'1'.repeat(40)}` })).rejects.toMatchObject(
        broken,
      );
      await world.journal.transition({
        swapId: id,
        version: swap.version,
        state: 'cancelled',
        fundsState: 'untouched',
      });
      await expect(world.lease(id)).rejects.toMatchObject(broken);
    });

    it('shows the lease in the snapshot', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const { leaseId, stepId, nonce } = leased(await world.lease(id, { holder, hold: hour }));
      expect((await world.snapshot(id)).steps).toEqual([
        expect.objectContaining({
          id: stepId,
          kind: 'swap',
          generation: 1,
          outcome: 'open',
          chain: world.chain,
          lease: {
            id: leaseId,
            chain: world.chain,
            account: world.wallet.address,
            terms: { kind: 'nonce', nonce },
            state: 'held',
            heldUntil: expect.any(Number),
            overAtFinal: false,
            attempts: [],
          },
        }),
      ]);
    });
  });
}
