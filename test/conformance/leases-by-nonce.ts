import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeaseTerms } from '../../src/core/swap/swap.ts';
import type { CountedAccounts } from '../../src/ports/capabilities/accounts.ts';
import type { ChainAdapter } from '../../src/ports/chain-adapter.ts';
import {
  type Account,
  type ChainUnderTest,
  createDriver,
  type Driver,
} from './chain-under-test.ts';

/** Whose accounts count their transactions. */
export interface NonceChainUnderTest extends ChainUnderTest {
  adapter: NonceAdapter;
}

type NonceAdapter = ChainAdapter &
  Required<Pick<ChainAdapter, 'replacement'>> & { readonly accounts: CountedAccounts };

/**
 * What an adapter keeps to where leases are nonces: of several attempts under one lease at most one
 * lands.
 */
export function describeLeasesByNonce(
  name: string,
  start: () => Promise<NonceChainUnderTest>,
): void {
  describe(`leases by nonce: ${name}`, () => {
    let under: NonceChainUnderTest;
    let adapter: NonceAdapter;
    let drive: Driver;
    beforeAll(async () => {
      under = await start();
      adapter = under.adapter;
      drive = createDriver(under);
    });
    afterAll(() => under.close());

    const depth = (): number => under.finalDepth;
    const byNonce = (nonce: bigint): LeaseTerms => ({ kind: 'nonce', nonce });
    const lease = (account: Account, nonce = 0n) => ({
      account: account.address,
      terms: byNonce(nonce),
    });

    it('tells its own pending and mined bytes from a used lease', async () => {
      const account = await under.newAccount();
      const first = await drive.signed(account, under.transactions.native(under.newReceiver(), 1n));
      expect(await adapter.broadcast(first)).toEqual({ kind: 'accepted' });
      expect(await adapter.broadcast(first)).toEqual({ kind: 'already_known' });
      const second = await drive.signed(
        account,
        under.transactions.native(under.newReceiver(), 2n),
      );
      await under.mine();
      expect(await adapter.broadcast(first)).toEqual({ kind: 'already_known' });
      expect(await adapter.broadcast(second)).toMatchObject({ kind: 'lease_used' });
    });

    it('calls a replacement that does not pay more underpriced, and takes the lowest that does', async () => {
      const account = await under.newAccount();
      const transaction = under.transactions.native(under.newReceiver(), 1n);
      const terms = byNonce(await adapter.accounts.nextNonce(account.address));
      const fee = await adapter.estimateFee(account.address, transaction);
      const original = await drive.signed(account, transaction, { terms, fee });
      expect(await adapter.broadcast(original)).toEqual({ kind: 'accepted' });
      const cancel = await adapter.replacement.cancelTransaction({
        account: account.address,
        terms,
      });
      const cheap = await drive.signed(account, cancel, { terms, fee });
      expect(await adapter.broadcast(cheap)).toMatchObject({ kind: 'underpriced' });
      const raised = await adapter.replacement.replacementFee({
        fee,
        market: fee,
        most: 10n ** 18n,
        replaced: [original.txId],
      });
      const dear = await drive.signed(account, cancel, { terms, fee: raised });
      expect(await adapter.broadcast(dear)).toEqual({ kind: 'accepted' });
      await under.mine();
      const { attempts } = await adapter.observe([original, dear], []);
      expect(attempts.get(original.txId)).toEqual({ status: 'unseen' });
      expect(attempts.get(dear.txId)).toMatchObject({ status: 'included', succeeded: true });
    });

    it('says what signed bytes do, so that the same can be signed at a higher fee', async () => {
      const account = await under.newAccount();
      const transaction = under.transactions.native(under.newReceiver(), 1n);
      const signed = await drive.signed(account, transaction);
      const { raise } = adapter.replacement;
      expect(raise.kind === 'again' && raise.transactionOf(signed.bytes)).toEqual(transaction);
    });

    it('proves which of the attempts landed', async () => {
      const account = await under.newAccount();
      const sent = await drive.landed(account, under.transactions.native(under.newReceiver(), 1n));
      const never = await drive.signed(
        account,
        under.transactions.native(under.newReceiver(), 2n),
        {
          terms: byNonce(0n),
        },
      );
      await under.mine(depth());
      const proof = await adapter.prove(lease(account), [never, sent]);
      expect(proof).toMatchObject({ kind: 'landed', txId: sent.txId, succeeded: true });
      if (proof.kind !== 'landed') return;
      expect(proof.evidence.endpoints).toHaveLength(1);
      expect(proof.evidence.anchor.number).toBeGreaterThanOrEqual(proof.block.number);
      expect(() => JSON.stringify(proof.evidence.answers)).not.toThrow();
    });

    it('proves that somebody else used the lease', async () => {
      const account = await under.newAccount();
      const ours = await drive.signed(account, under.transactions.native(under.newReceiver(), 1n));
      await drive.landed(account, under.transactions.native(under.newReceiver(), 2n));
      expect(await adapter.prove(lease(account), [ours])).toEqual({ kind: 'undecided' });
      // A single endpoint is believed after a margin.
      await under.mine(2 * depth());
      expect(await adapter.prove(lease(account), [ours])).toMatchObject({
        kind: 'used_by_stranger',
      });
    });

    it('says how far the account is at the final block', async () => {
      const account = await under.newAccount();
      await drive.landed(account, under.transactions.native(under.newReceiver(), 1n));
      await under.mine(depth() - 1);
      await drive.landed(account, under.transactions.native(under.newReceiver(), 2n));
      const { finalNonces } = await adapter.observe([], [account.address]);
      expect(finalNonces.get(account.address)).toBe(1n);
      expect(await adapter.prove(lease(account, 1n), [])).toEqual({ kind: 'undecided' });
    });
  });
}
