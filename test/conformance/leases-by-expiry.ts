import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainAdapter } from '../../src/ports/chain-adapter.ts';
import {
  createDriver,
  type Driver,
  type ExpiringChainUnderTest,
  signedTerms,
} from './chain-under-test.ts';

/** What an adapter keeps to where a lease allows one attempt and ends by expiry. */
export function describeLeasesByExpiry(
  name: string,
  start: () => Promise<ExpiringChainUnderTest>,
): void {
  describe(`leases by expiry: ${name}`, () => {
    let under: ExpiringChainUnderTest;
    let adapter: ChainAdapter;
    let drive: Driver;
    beforeAll(async () => {
      under = await start();
      adapter = under.adapter;
      drive = createDriver(under);
    });
    afterAll(() => under.close());

    it('has no replacements, and nonces only where the wallet counts', () => {
      expect(adapter.accounts.kind === 'counted').toBe(under.isNumbered ?? false);
      expect(adapter.replacement).toBeUndefined();
    });

    it('never makes one transaction of two equal ones', async () => {
      const account = await under.newAccount();
      const transaction = under.transactions.native(under.newReceiver(), under.leastNative);
      const first = await drive.landed(account, transaction);
      const second = await drive.landed(account, transaction);
      expect(second.txId).not.toBe(first.txId);
    });

    it('knows its own bytes, pending and included', async () => {
      const account = await under.newAccount();
      const sent = await drive.signed(
        account,
        under.transactions.native(under.newReceiver(), under.leastNative),
      );
      expect(await adapter.broadcast(sent)).toEqual({ kind: 'accepted' });
      const again = await adapter.broadcast(sent);
      expect(under.hasNoMempool ? ['accepted', 'already_known'] : ['already_known']).toContain(
        again.kind,
      );
      await under.mine();
      expect(await adapter.broadcast(sent)).toEqual({ kind: 'already_known' });
    });

    it('proves what was never sent as expired, and not a moment before', async () => {
      const account = await under.newAccount();
      const transaction = under.transactions.native(under.newReceiver(), under.leastNative);
      const terms = await drive.terms(account);
      const unsigned = await drive.prepare(account, transaction, { terms });
      const { expires } = unsigned;
      if (expires === undefined) throw new Error('what is prepared says when it expires');
      const never = await adapter.sign(unsigned, under.keys, account.keyRef);
      const lease = { account: account.address, terms: signedTerms(terms, unsigned) };
      const two = under.twoEndpoints();
      const before = await adapter.observe([never], [account.address]);
      expect((before.expiredUpTo ?? 0n) < expires).toBe(true);
      expect(await two.prove(lease, [never])).toEqual({ kind: 'undecided' });
      await under.expire();
      const after = await adapter.observe([never], [account.address]);
      expect((after.expiredUpTo ?? 0n) >= expires).toBe(true);
      const proof = await two.prove(lease, [never]);
      expect(proof).toMatchObject({ kind: 'expired' });
      if (proof.kind === 'expired') expect(proof.evidence.endpoints).toHaveLength(2);
      expect(await adapter.broadcast(never)).toMatchObject({ kind: 'expired' });
    });

    it('takes two hosts to prove a failure, and one for a success unless that frees money', async () => {
      const account = await under.newAccount();
      const plain = under.transactions.native(account.address, under.leastNative);
      const fee = under.withRoom(await adapter.estimateFee(account.address, plain));
      const failing = await drive.leased(account, under.transactions.failing(), fee);
      await under.mine(under.finalDepth);
      const paying = await drive.leased(
        account,
        under.transactions.native(under.newReceiver(), under.leastNative),
      );
      await under.mine(under.finalDepth);
      const two = under.twoEndpoints();
      const failed = await two.prove(failing.lease, [failing.sent]);
      expect(failed).toMatchObject({
        kind: 'landed',
        succeeded: false,
        evidence: { endpoints: { length: 2 } },
      });
      const paid = await two.prove(paying.lease, [paying.sent]);
      expect(paid).toMatchObject({
        kind: 'landed',
        succeeded: true,
        evidence: { endpoints: { length: 1 } },
      });
      const refunded = await two.prove(paying.lease, [{ ...paying.sent, freesMoney: true }]);
      expect(refunded).toMatchObject({
        kind: 'landed',
        succeeded: true,
        evidence: { endpoints: { length: 2 } },
      });
    });

    it('proves what landed as landed, however long ago it expired', async () => {
      const account = await under.newAccount();
      const { lease, sent } = await drive.leased(
        account,
        under.transactions.native(under.newReceiver(), under.leastNative),
      );
      await under.expire();
      expect(await under.twoEndpoints().prove(lease, [sent])).toMatchObject({
        kind: 'landed',
        txId: sent.txId,
      });
      expect(await adapter.broadcast(sent)).toEqual({ kind: 'already_known' });
    });
  });
}
