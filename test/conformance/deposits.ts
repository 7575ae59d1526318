import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainUnderTest, createDriver, type Driver } from './chain-under-test.ts';

interface Kind {
  /** The chain has a place for a memo. */
  carriesMemo: boolean;
}

const memo = 'order 4711: für dich';

/** What every `ChainAdapter` keeps to when it builds a plain payment by itself; runs on each family's real node. */
export function describeDeposits(
  name: string,
  start: () => Promise<ChainUnderTest>,
  { carriesMemo }: Kind = { carriesMemo: true },
): void {
  describe(`deposits: ${name}`, () => {
    let under: ChainUnderTest;
    let drive: Driver;
    beforeAll(async () => {
      under = await start();
      drive = createDriver(under);
    });
    afterAll(() => under.close());

    const formOf = (address: string): string => under.depositForm?.(address) ?? address;

    async function paid(what: 'native' | 'token', said?: string) {
      const { adapter } = under;
      const token = what === 'native' ? adapter.chain.nativeToken.address : under.token.address;
      const amount = what === 'native' ? under.leastNative + 7n : under.initial.token / 2n + 7n;
      const [account, receiver] = [await under.newAccount(), under.newReceiver()];
      const to = formOf(receiver);
      const beside = said === undefined ? {} : { memo: said };
      const transaction = await adapter.paymentOf({ account: account.address, token, to, amount, ...beside });
      const sent = await drive.landed(account, transaction);
      await under.mine(under.finalDepth);
      const received = await drive.received(sent, receiver, token);
      expect(received.map((transfer) => transfer.amount)).toEqual([amount]);
      return sent;
    }

    it.each(['native', 'token'] as const)('bring exactly the amount, and nothing beside it: %s', async (what) => {
      const { bytes } = await paid(what);
      expect(Buffer.from(bytes.slice(2), 'hex').includes(memo)).toBe(false);
    });

    if (carriesMemo) {
      it.each(['native', 'token'] as const)('carry a memo to the letter: %s', async (what) => {
        const { bytes } = await paid(what, memo);
        expect(Buffer.from(bytes.slice(2), 'hex').includes(memo)).toBe(true);
      });
    } else {
      it('are not made where their memo would get lost', async () => {
        const { address: account } = await under.newAccount();
        const token = under.adapter.chain.nativeToken.address;
        const payment = { account, token, to: under.newReceiver(), amount: 1n, memo };
        await expect(under.adapter.paymentOf(payment)).rejects.toMatchObject({ code: 'DEPOSIT_UNPAYABLE' });
      });
    }
  });
}
