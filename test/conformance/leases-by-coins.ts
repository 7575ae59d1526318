import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LeaseTerms } from '../../src/core/swap/swap.ts';
import {
  type Fee,
  maximumFee,
  type TransactionObject,
} from '../../src/core/swap/transaction-object.ts';
import type { Child } from '../../src/ports/capabilities/replacement.ts';
import type { ChainAdapter, SignedTransaction } from '../../src/ports/chain-adapter.ts';
import {
  type Account,
  type ChainUnderTest,
  createDriver,
  type Driver,
} from './chain-under-test.ts';

/** Whose transactions spend coins. */
export interface CoinChainUnderTest extends ChainUnderTest {
  adapter: CoinAdapter;
  /** Gives an account one more coin. */
  addCoin(account: Account, amount: bigint): Promise<void>;
  /** Lets the node's mempool forget a transaction. */
  evict(txId: string): Promise<void>;
  /**
   * From now on nothing is included below so many satoshis for a virtual byte. Zero: everything is.
   */
  stall(rate: number): void;
  /** The same node twice, as two hosts. */
  twoEndpoints(): ChainAdapter;
}

type CoinAdapter = ChainAdapter & Required<Pick<ChainAdapter, 'inputs' | 'replacement'>>;

/** More than any fee here. */
const most = 10n ** 6n;

/**
 * What an adapter keeps to where leases are coins: of several attempts that spend the same ones at
 * most one lands.
 */
export function describeLeasesByCoins(
  name: string,
  start: () => Promise<CoinChainUnderTest>,
): void {
  describe(`leases by coins: ${name}`, () => {
    let under: CoinChainUnderTest;
    let adapter: CoinAdapter;
    let drive: Driver;
    beforeAll(async () => {
      under = await start();
      adapter = under.adapter;
      drive = createDriver(under);
    });
    afterEach(() => under.stall(0));
    afterAll(() => under.close());

    const payment = (amount = under.leastNative): TransactionObject =>
      under.transactions.native(under.newReceiver(), amount);

    /** Signs the payment of a new lease and sends it, if it is not told otherwise. */
    async function paid(account: Account, transaction = payment(), isSent = true) {
      const completed = await adapter.inputs.choose(account.address, transaction);
      const terms: LeaseTerms = { kind: 'outpoints', outpoints: adapter.inputs.of(completed) };
      const fee = await adapter.estimateFee(account.address, completed);
      const signed = await drive.signed(account, completed, { terms, fee });
      if (isSent) expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
      return { lease: { account: account.address, terms }, fee, signed };
    }

    type Paid = Awaited<ReturnType<typeof paid>>;

    /**
     * A cancel at the lowest fee that replaces, or `below` it. The fee is reckoned for the longest
     * signature. A shorter one saves up to a virtual byte, so that one satoshi less may be enough.
     */
    async function cancelled(
      account: Account,
      { lease, fee, signed }: Paid,
      below = 0n,
    ): Promise<SignedTransaction> {
      const cancel = await adapter.replacement.cancelTransaction(lease);
      const market = await adapter.estimateFee(account.address, cancel);
      const replaced = [signed.txId];
      const raised = await adapter.replacement.replacementFee({ fee, market, most: 0n, replaced });
      if (raised.family !== 'bitcoin') throw new Error('coins are of Bitcoin');
      const { terms } = lease;
      return drive.signed(account, cancel, {
        terms,
        fee: { ...raised, total: raised.total - below },
      });
    }

    async function childOf(
      account: Account,
      { signed }: Paid,
      earlier?: Fee,
    ): Promise<Child | undefined> {
      const { raise } = adapter.replacement;
      if (raise.kind !== 'child') throw new Error('where there is change, a child raises the fee');
      return raise.childOf({
        account: account.address,
        parent: signed,
        most,
        ...(earlier ? { earlier } : {}),
      });
    }

    async function sendChild(
      account: Account,
      child: Child | undefined,
    ): Promise<{ fee: Fee; signed: SignedTransaction }> {
      if (!child) throw new Error('there is no child');
      const signed = await drive.signed(account, child.transaction, child);
      expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
      return { fee: child.fee, signed };
    }

    const statusOf = async ({ txId }: SignedTransaction) =>
      (await adapter.observe([{ txId }], [])).attempts.get(txId)?.status;

    it('has no nonces', () => {
      expect(adapter.accounts.kind).toBe('listed');
    });

    it('tells its own pending and included bytes from used coins', async () => {
      const account = await under.newAccount();
      const { signed: other } = await paid(account, payment(), false);
      const { signed } = await paid(account);
      expect(await adapter.broadcast(other)).toMatchObject({ kind: 'underpriced' });
      await under.mine();
      expect(await adapter.broadcast(signed)).toEqual({ kind: 'already_known' });
      expect(await adapter.broadcast(other)).toMatchObject({ kind: 'lease_used' });
    });

    it('never chooses a coin that is in no block, nor one on its way out', async () => {
      const account = await under.newAccount();
      await paid(account);
      await expect(adapter.inputs.choose(account.address, payment())).rejects.toMatchObject({
        code: 'BALANCE_RESERVED',
      });
    });

    it('cancels with the coins, back to where they were, for the lowest fee that replaces', async () => {
      const account = await under.newAccount();
      const original = await paid(account);
      expect(await adapter.broadcast(await cancelled(account, original, 2n))).toMatchObject({
        kind: 'underpriced',
      });
      const cancel = await cancelled(account, original);
      expect(await adapter.broadcast(cancel)).toEqual({ kind: 'accepted' });
      await under.mine(under.finalDepth + 1);
      expect(await statusOf(original.signed)).toBe('unseen');
      const proof = await adapter.prove(original.lease, [original.signed, cancel]);
      expect(proof).toMatchObject({ kind: 'landed', txId: cancel.txId, succeeded: true });
      const attempts = [original.signed, { ...cancel, freesMoney: true }];
      expect(await under.twoEndpoints().prove(original.lease, attempts)).toMatchObject({
        kind: 'landed',
        txId: cancel.txId,
        evidence: { endpoints: { length: 2 } },
      });
      const native = adapter.chain.nativeToken.address;
      const left = (await adapter.balances(account.address, [native])).balances.get(native) ?? 0n;
      expect(proof).toMatchObject({ feePaid: under.initial.native - left });
    });

    it('cancels what others have built on as well, and pays for that', async () => {
      const account = await under.newAccount();
      const original = await paid(account);
      under.stall(20);
      const child = await sendChild(account, await childOf(account, original));
      expect(await adapter.broadcast(await cancelled(account, original, 2n))).toMatchObject({
        kind: 'underpriced',
      });
      expect(await adapter.broadcast(await cancelled(account, original))).toEqual({
        kind: 'accepted',
      });
      expect(await statusOf(child.signed)).toBe('unseen');
    });

    it('has a child lift what is stuck, and a dearer child lift it further', async () => {
      const account = await under.newAccount();
      const original = await paid(account);
      expect(await childOf(account, original)).toBeUndefined();
      under.stall(20);
      await under.mine();
      expect(await statusOf(original.signed)).toBe('pending');
      const first = await sendChild(account, await childOf(account, original));
      expect(await childOf(account, original, first.fee)).toBeUndefined();
      under.stall(40);
      await under.mine();
      expect(await statusOf(original.signed)).toBe('pending');
      const second = await sendChild(account, await childOf(account, original, first.fee));
      await under.mine();
      under.stall(0);
      expect(await statusOf(original.signed)).toBe('included');
      expect(await statusOf(first.signed)).toBe('unseen');
      expect(await statusOf(second.signed)).toBe('included');
      const native = adapter.chain.nativeToken.address;
      const left = (await adapter.balances(account.address, [native])).balances.get(native) ?? 0n;
      const spent = under.leastNative + maximumFee(original.fee) + maximumFee(second.fee);
      expect(left).toBe(under.initial.native - spent);
    });

    it('has no child where nothing comes back', async () => {
      const account = await under.newAccount();
      // What is left would be dust.
      const original = await paid(account, payment(under.initial.native - 400n));
      under.stall(20);
      expect(await childOf(account, original)).toBeUndefined();
    });

    it('does not take a transaction for dead that a mempool has lost', async () => {
      const account = await under.newAccount();
      const { lease, signed } = await paid(account);
      await under.evict(signed.txId);
      await under.mine(2 * under.finalDepth);
      expect(await statusOf(signed)).toBe('unseen');
      expect(await under.twoEndpoints().prove(lease, [signed])).toEqual({ kind: 'undecided' });
      expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
      await under.mine();
      expect(await statusOf(signed)).toBe('included');
    });

    it('says of the coins of what is in no block whether a final block spends them', async () => {
      const account = await under.newAccount();
      const { lease, signed } = await paid(account, payment(), false);
      if (lease.terms.kind !== 'outpoints') throw new Error('a lease is of coins');
      const { outpoints } = lease.terms;
      const [coin = ''] = outpoints;
      const spends = async (txId = signed.txId) =>
        (await adapter.observe([{ txId, outpoints }], [])).finalSpends;
      expect(await spends()).toEqual(new Map([[coin, false]]));
      const stranger = await drive.landed(account, payment());
      await under.mine(under.finalDepth - 1);
      expect(await spends()).toEqual(new Map([[coin, false]]));
      await under.mine();
      expect(await spends()).toEqual(new Map([[coin, true]]));
      // Of what is in a block it is known already.
      expect(await spends(stranger.txId)).toBeUndefined();
    });

    it('proves that somebody else used one of the coins, once that is final and two servers show it', async () => {
      const account = await under.newAccount();
      await under.addCoin(account, 2n * under.initial.native);
      const both = await paid(account, payment(2n * under.initial.native + 500_000n), false);
      expect(both.lease.terms).toMatchObject({ outpoints: { length: 2 } });
      const stranger = await drive.landed(account, payment());
      await under.mine(under.finalDepth - 1);
      const two = under.twoEndpoints();
      expect(await two.prove(both.lease, [both.signed])).toEqual({ kind: 'undecided' });
      await under.mine();
      const proof = await two.prove(both.lease, [both.signed]);
      expect(proof).toMatchObject({ kind: 'used_by_stranger' });
      if (proof.kind !== 'used_by_stranger') return;
      expect(proof.evidence.endpoints).toHaveLength(2);
      expect(proof.evidence.usedBy).toEqual([stranger.txId]);
      // A single server is believed after a margin.
      expect(await adapter.prove(both.lease, [both.signed])).toEqual({ kind: 'undecided' });
      await under.mine(under.finalDepth);
      expect(await adapter.prove(both.lease, [both.signed])).toMatchObject({
        kind: 'used_by_stranger',
      });
    });
  });
}
