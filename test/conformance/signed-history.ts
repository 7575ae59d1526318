import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainAdapter } from '../../src/ports/chain-adapter.ts';
import {
  type Account,
  type ChainUnderTest,
  createDriver,
  type Driver,
} from './chain-under-test.ts';

export interface SigningChainUnderTest extends ChainUnderTest {
  /** Lets all that was signed by now expire at the final block. Absent: nothing does. */
  expire?(): Promise<void>;
  /** The same node twice, as two hosts. */
  twoEndpoints(): ChainAdapter;
}

/** Block times may be in whole seconds. */
const second = 1_000;

/** What an adapter tells of what an account has signed, where the chain does not count it. */
export function describeSignedHistory(
  name: string,
  start: () => Promise<SigningChainUnderTest>,
): void {
  describe(`what an account has signed: ${name}`, () => {
    let under: SigningChainUnderTest;
    let drive: Driver;
    beforeAll(async () => {
      under = await start();
      drive = createDriver(under);
    });
    afterAll(() => under.close());

    const ask = (adapter: ChainAdapter, { address: account }: Account, until: number) => {
      const { accounts } = adapter;
      if (accounts.kind !== 'listed')
        throw new Error('the chain counts the transactions of its accounts');
      return accounts.signedWithin({ account, from: until - 60 * second, until });
    };
    const pay = (account: Account, to = under.newReceiver()) =>
      drive.landed(account, under.transactions.native(to, under.leastNative));

    it('is all that it has signed, and nothing that others have sent it', async () => {
      const account = await under.newAccount();
      const own = [await pay(account), await pay(account)];
      if (under.expire) own.push(await drive.landedFailing(account));
      const other = await under.newAccount();
      const theirs = await pay(other, account.address);
      const until = Date.now() - second;
      if (under.expire) {
        expect(await ask(under.adapter, account, Date.now() + second)).toMatchObject({
          kind: 'open',
        });
        await under.expire();
        await under.expire();
      }
      for (const adapter of [under.adapter, under.twoEndpoints()]) {
        const history = await ask(adapter, account, until);
        if (history.kind === 'open') throw new Error(`open for ${history.retryAfter} ms`);
        expect(history.kind).toBe('whole');
        expect([...history.txIds].sort()).toEqual(own.map(({ txId }) => txId).sort());
        expect(await ask(adapter, other, until)).toEqual({ kind: 'whole', txIds: [theirs.txId] });
      }
    });

    it('has what waits for a block in it, where that may wait without end', async () => {
      if (under.expire) return;
      const account = await under.newAccount();
      const transaction = under.transactions.native(under.newReceiver(), under.leastNative);
      const sent = await drive.signed(account, transaction);
      expect(await under.adapter.broadcast(sent)).toEqual({ kind: 'accepted' });
      const whole = { kind: 'whole', txIds: [sent.txId] };
      expect(await ask(under.adapter, account, Date.now())).toEqual(whole);
      await under.mine();
      expect(await ask(under.adapter, account, Date.now())).toEqual(whole);
    });
  });
}
