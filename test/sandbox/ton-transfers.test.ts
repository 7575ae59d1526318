import { beginCell, external, internal, storeMessage } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fundAccount } from '../../sandbox/ton/fund-account.ts';
import { TON } from '../../sandbox/ton/ton-catalogue.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  COIN,
  coins,
  fundedUser,
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
      await waitFor(async () => expect(await client.getBalance(receiver)).toBe(COIN));
      expect(await client.isContractDeployed(address)).toBe(true);
      expect(await client.open(user.wallet).getSeqno()).toBe(1);
      const [sent, funded] = await client.getTransactions(address, { limit: 10 });
      expect(sent!.outMessages.get(0)!.info).toMatchObject({
        type: 'internal',
        value: { coins: COIN },
      });
      expect(funded!.inMessage!.info).toMatchObject({
        type: 'internal',
        value: { coins: 10n * COIN },
      });
      const balance = await client.getBalance(address);
      expect(balance).toBeLessThan(9n * COIN);
      expect(balance).toBeGreaterThan(8_900_000_000n);

      await client.sendExternalMessage(
        user.wallet,
        signedTransfer(user, [coins(receiver, COIN)], { seqno: 1 }),
      );
      // Where a second has passed, the receiver has paid for its storage.
      await waitFor(async () =>
        expect(await client.getBalance(receiver)).toBeGreaterThan(2n * COIN - 10n),
      );
      expect(await client.getBalance(receiver)).toBeLessThanOrEqual(2n * COIN);
    },
  );

  it('carry several messages, which arrive in one block', async () => {
    const { client } = sandbox;
    const user = await fundedUser(sandbox, 'v5');
    const receivers = Array.from({ length: 20 }, () => somebody().wallet.address);
    const messages = receivers.map((receiver, index) => coins(receiver, BigInt(index + 1)));
    await client.sendExternalMessage(user.wallet, signedTransfer(user, messages));
    await waitFor(async () => expect(await client.getBalance(receivers[19]!)).toBe(20n));
    const balances = await Promise.all(receivers.map((receiver) => client.getBalance(receiver)));
    expect(balances).toEqual(receivers.map((_, index) => BigInt(index + 1)));
  });

  it('bounce where there is no contract, and stay where they are not to bounce', async () => {
    const { client, chain } = sandbox;
    const user = await fundedUser(sandbox);
    const { address } = user.wallet;
    const [bounced, kept] = [somebody().wallet.address, somebody().wallet.address];
    const messages = [internal({ to: bounced, value: COIN, bounce: true }), coins(kept, COIN)];
    await client.sendExternalMessage(user.wallet, signedTransfer(user, messages));
    await waitFor(async () => expect(await client.getBalance(kept)).toBe(COIN));
    await waitFor(() => expect(chain.blockchain.head().inTransit).toEqual([]));
    expect(await client.getBalance(bounced)).toBe(0n);
    // So little that it pays for no gas.
    await fundAccount(chain, bounced.toString(), TON, 5n);
    expect(await client.getBalance(bounced)).toBe(5n);
    const [back] = await client.getTransactions(address, { limit: 1 });
    expect(back!.inMessage!.info).toMatchObject({ type: 'internal', bounced: true });
    expect(await client.getBalance(address)).toBeGreaterThan(8_900_000_000n);
  });

  it('have one normalized hash, however the message is written', async () => {
    const { chain } = sandbox;
    const user = await fundedUser(sandbox);
    const { address, init } = user.wallet;
    const body = signedTransfer(user, [coins(somebody().wallet.address, 1n)]);
    // TEP-467: no source, no import fee, no initial state, the body in a cell of its own.
    const head = beginCell()
      .storeUint(0b1000, 4)
      .storeAddress(address)
      .storeCoins(0)
      .storeBit(false)
      .storeBit(true);
    const normalized = head.storeRef(body).endCell().hash().toString('base64');
    const message = beginCell()
      .store(storeMessage(external({ to: address, init, body })))
      .endCell();
    const response = await fetch(`${chain.url}/api/v2/sendBocReturnHash`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ boc: message.toBoc().toString('base64') }),
    });
    const { result } = (await response.json()) as { result: { hash: string; hash_norm: string } };
    expect(result).toMatchObject({
      hash: message.hash().toString('base64'),
      hash_norm: normalized,
    });
    expect(result.hash).not.toBe(result.hash_norm);
  });

  it('are written by the node as toncenter writes them', async () => {
    const { chain, client } = sandbox;
    const user = await fundedUser(sandbox);
    const { address } = user.wallet;
    const receiver = somebody().wallet.address;
    const sent = internal({ to: receiver, value: COIN, bounce: false, body: 'for coffee' });
    await client.sendExternalMessage(user.wallet, signedTransfer(user, [sent]));
    await waitFor(async () => expect(await client.getBalance(receiver)).toBe(COIN));
    const response = await fetch(
      `${chain.url}/api/v2/getTransactions?address=${receiver.toRawString()}&limit=1`,
    );
    const { result } = (await response.json()) as {
      result: [{ in_msg: { created_lt: string; msg_data: { text: string } } }];
    };
    const [{ in_msg }] = result;
    expect(result[0]).toMatchObject({
      '@type': 'raw.transaction',
      address: { account_address: receiver.toString() },
      transaction_id: { '@type': 'internal.transactionId' },
      in_msg: {
        source: address.toString(),
        destination: receiver.toString(),
        value: COIN.toString(),
      },
      out_msgs: [],
    });
    expect(in_msg.msg_data).toEqual({
      '@type': 'msg.dataText',
      text: Buffer.from('for coffee').toString('base64'),
    });
    expect(
      (await client.tryLocateSourceTx(address, receiver, in_msg.created_lt)).outMessagesCount,
    ).toBe(1);
  });
});
