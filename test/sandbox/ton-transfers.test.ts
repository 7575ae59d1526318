import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  COIN,
  coins,
  fundedUser,
  SOON,
  signedTransfer,
  somebody,
  startByHand,
  type TonSandbox,
} from './ton-by-hand.ts';

let sandbox: TonSandbox;
beforeAll(async () => {
  sandbox = await startByHand();
});
afterAll(() => sandbox?.close());

describe("transfers on the sandbox's TON", () => {
  it.each(['v4', 'v5'] as const)(
    'deploys a wallet %s with its first transfer, which the shipped client reads back',
    async (version) => {
      const { client } = sandbox;
      const user = await fundedUser(sandbox, version);
      const { address } = user.wallet;
      expect(await client.isContractDeployed(address)).toBe(false);
      expect(await client.getBalance(address)).toBe(10n * COIN);

      const receiver = somebody().wallet.address;
      await client.sendExternalMessage(user.wallet, signedTransfer(user, [coins(receiver, COIN)]));
      await vi.waitFor(async () => expect(await client.getBalance(receiver)).toBe(COIN), SOON);
      expect(await client.isContractDeployed(address)).toBe(true);
      expect(await client.open(user.wallet).getSeqno()).toBe(1);
      const [sent, funded] = await client.getTransactions(address, { limit: 10 });
      expect(sent!.outMessages.get(0)!.info).toMatchObject({ type: 'internal', value: { coins: COIN } });
      expect(funded!.inMessage!.info).toMatchObject({ type: 'internal', value: { coins: 10n * COIN } });
      const balance = await client.getBalance(address);
      expect(balance).toBeLessThan(9n * COIN);
      expect(balance).toBeGreaterThan(8_900_000_000n);

      await client.sendExternalMessage(user.wallet, signedTransfer(user, [coins(receiver, COIN)], { seqno: 1 }));
      await vi.waitFor(async () => expect(await client.getBalance(receiver)).toBe(2n * COIN), SOON);
    },
  );
});
