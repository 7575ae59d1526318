import { createHash } from 'node:crypto';
import {
  type Address,
  beginCell,
  type Cell,
  Dictionary,
  internal,
  type MessageRelaxed,
} from '@ton/core';
import { JettonMaster, JettonWallet } from '@ton/ton';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fundAccount } from '../../sandbox/ton/fund-account.ts';
import { readBalance } from '../../sandbox/ton/read-balance.ts';
import { USDC, USDT } from '../../sandbox/ton/ton-catalogue.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  COIN,
  fundedUser,
  signedTransfer,
  somebody,
  startByHand,
  type TonSandbox,
  type User,
} from './ton-by-hand.ts';

const DOLLAR = 10n ** 6n;
const TENTH = COIN / 10n;

let sandbox: TonSandbox;
beforeAll(async () => {
  sandbox = await startByHand();
});
afterAll(() => sandbox?.close());

const walletOf = (owner: Address) =>
  sandbox.client.open(JettonMaster.create(USDT.minter)).getWalletAddress(owner);
const balanceOf = async (owner: Address) =>
  sandbox.client.open(JettonWallet.create(await walletOf(owner))).getBalance();

async function holder(
  dollars: bigint,
  version: 'v4' | 'v5' = 'v4',
  toncoins = 10n * COIN,
): Promise<User> {
  const user = await fundedUser(sandbox, version, toncoins);
  await fundAccount(sandbox.chain, user.wallet.address.toString(), USDT, dollars * DOLLAR);
  return user;
}

/** TEP-64, written by hand: a dictionary of texts under the hashes of their names. */
function contentOf(content: Cell): { symbol: string; decimals: string } {
  const slice = content.beginParse();
  expect(slice.loadUint(8)).toBe(0);
  const texts = slice.loadDict(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  const read = (name: string) => {
    const text = texts.get(createHash('sha256').update(name).digest())!.beginParse();
    return text.skip(8).loadStringTail();
  };
  return { symbol: read('symbol'), decimals: read('decimals') };
}

interface Transfer {
  readonly to: Address;
  readonly dollars: bigint;
  readonly response: Address;
  readonly value?: bigint;
  readonly forward?: bigint;
}

/** TEP-74's `transfer`, written by hand. */
async function jettonTransfer(from: Address, transfer: Transfer): Promise<MessageRelaxed> {
  const { to, dollars, response, value = TENTH, forward = 0n } = transfer;
  const body = beginCell()
    .storeUint(0x0f8a7ea5, 32)
    .storeUint(7, 64)
    .storeCoins(dollars * DOLLAR)
    .storeAddress(to)
    .storeAddress(response)
    .storeBit(false)
    .storeCoins(forward)
    .storeBit(false)
    .storeStringTail(forward > 0n ? 'thanks' : '')
    .endCell();
  return internal({ to: await walletOf(from), value, body });
}

/**
 * Sends, and waits until the wallet has taken it and the chain has nothing more of it on its way.
 */
async function sendAndWait(user: User, messages: MessageRelaxed[], seqno = 0): Promise<void> {
  const { client, chain } = sandbox;
  await client.sendExternalMessage(user.wallet, signedTransfer(user, messages, { seqno }));
  await waitFor(async () => expect(await client.open(user.wallet).getSeqno()).toBe(seqno + 1));
  await waitFor(() => expect(chain.blockchain.head().inTransit).toEqual([]));
}

/** Exit code of the compute phase of an account's last transaction. */
async function lastExit(address: Address) {
  const [last] = await sandbox.client.getTransactions(address, { limit: 1 });
  const { description } = last!;
  if (description.type !== 'generic' || description.computePhase.type !== 'vm')
    throw new Error('no compute phase');
  return {
    exitCode: description.computePhase.exitCode,
    aborted: description.aborted,
    bounced: description.bouncePhase?.type,
  };
}

describe("jettons on the sandbox's TON", () => {
  it('are what TEP-74 and TEP-64 say, and each has wallets of its own', async () => {
    const { client } = sandbox;
    const owner = somebody().wallet.address;
    const minter = client.open(JettonMaster.create(USDT.minter));
    const before = await minter.getJettonData();
    await fundAccount(sandbox.chain, owner.toString(), USDT, 5n * DOLLAR);
    const after = await minter.getJettonData();
    expect(after.totalSupply - before.totalSupply).toBe(5n * DOLLAR);
    expect(contentOf(after.content)).toEqual({ symbol: 'USDT', decimals: '6' });
    expect(after.mintable).toBe(true);
    expect(after.adminAddress.equals(sandbox.chain.treasury.address)).toBe(true);
    const other = await client.open(JettonMaster.create(USDC.minter)).getWalletAddress(owner);
    const wallet = await minter.getWalletAddress(owner);
    expect(wallet.equals(other)).toBe(false);
    const { blockchain } = sandbox.chain;
    expect(readBalance(blockchain, owner, USDT, blockchain.head())).toBe(5n * DOLLAR);
    expect(readBalance(blockchain, owner, USDC, blockchain.head())).toBe(0n);
    const { stack } = await client.runMethod(wallet, 'get_wallet_data');
    expect(stack.readBigNumber()).toBe(5n * DOLLAR);
    expect(stack.readAddress().equals(owner)).toBe(true);
    expect(stack.readAddress().equals(USDT.minter)).toBe(true);
    expect(stack.readCell().equals(after.walletCode)).toBe(true);
  });

  it.each(['v4', 'v5'] as const)(
    'are sent by a wallet %s, with word to the receiver and the rest back',
    async (version) => {
      const { client } = sandbox;
      const user = await holder(100n, version);
      const { address } = user.wallet;
      const receiver = await fundedUser(sandbox);
      const to = receiver.wallet.address;
      await sendAndWait(user, [
        await jettonTransfer(address, { to, dollars: 30n, response: address, forward: 1n }),
      ]);
      expect(await balanceOf(address)).toBe(70n * DOLLAR);
      expect(await balanceOf(to)).toBe(30n * DOLLAR);
      const [notified] = await client.getTransactions(to, { limit: 1 });
      const word = notified!.inMessage!.body.beginParse();
      expect(notified!.inMessage!.info).toMatchObject({ type: 'internal', value: { coins: 1n } });
      expect([word.loadUint(32), word.loadUint(64), word.loadCoins()]).toEqual([
        0x7362d09c,
        7,
        30n * DOLLAR,
      ]);
      expect(word.loadAddress().equals(address)).toBe(true);
      const [rest] = await client.getTransactions(address, { limit: 1 });
      expect(rest!.inMessage!.body.beginParse().loadUint(32)).toBe(0xd53276db);
      expect(await client.getBalance(address)).toBeGreaterThan(10n * COIN - TENTH / 2n);
    },
  );

  it('that a wallet has not are refused by its child, while the wallet itself looks well', async () => {
    const { client } = sandbox;
    const user = await holder(10n);
    const { address } = user.wallet;
    const to = somebody().wallet.address;
    await sendAndWait(user, [
      await jettonTransfer(address, { to, dollars: 11n, response: address }),
    ]);
    expect(await lastExit(await walletOf(address))).toEqual({
      exitCode: 47,
      aborted: true,
      bounced: 'ok',
    });
    const [bounce, sent] = await client.getTransactions(address, { limit: 2 });
    expect(sent!.description).toMatchObject({
      aborted: false,
      actionPhase: { success: true, resultCode: 0 },
    });
    expect(bounce!.inMessage!.info).toMatchObject({ type: 'internal', bounced: true });
    expect(await balanceOf(address)).toBe(10n * DOLLAR);
    expect(await balanceOf(to)).toBe(0n);
  });

  it('are not sent with too few coins for the fees, nor by somebody else', async () => {
    const user = await holder(10n);
    const { address } = user.wallet;
    const to = somebody().wallet.address;
    const transfer = { to, dollars: 1n, response: address };
    await sendAndWait(user, [await jettonTransfer(address, { ...transfer, value: 5_000_000n })]);
    expect(await lastExit(await walletOf(address))).toMatchObject({ exitCode: 48, aborted: true });
    const thief = await fundedUser(sandbox);
    await sendAndWait(thief, [await jettonTransfer(address, transfer)]);
    expect(await lastExit(await walletOf(address))).toMatchObject({ exitCode: 73, aborted: true });
    expect(await balanceOf(address)).toBe(10n * DOLLAR);
  });

  it('are burnt', async () => {
    const { client } = sandbox;
    const user = await holder(10n);
    const { address } = user.wallet;
    const minter = client.open(JettonMaster.create(USDT.minter));
    const { totalSupply } = await minter.getJettonData();
    const body = beginCell()
      .storeUint(0x595f07bc, 32)
      .storeUint(0, 64)
      .storeCoins(4n * DOLLAR)
      .storeAddress(address);
    const burn = internal({
      to: await walletOf(address),
      value: TENTH,
      body: body.storeBit(false).endCell(),
    });
    await sendAndWait(user, [burn]);
    expect(await balanceOf(address)).toBe(6n * DOLLAR);
    expect(totalSupply - (await minter.getJettonData()).totalSupply).toBe(4n * DOLLAR);
  });

  it('are believed only from the genuine wallet of a sender', async () => {
    const user = await fundedUser(sandbox);
    const { address } = user.wallet;
    await fundAccount(sandbox.chain, address.toString(), USDT, DOLLAR);
    const forged = beginCell()
      .storeUint(0x178d4519, 32)
      .storeUint(0, 64)
      .storeCoins(1_000n * DOLLAR);
    const body = forged
      .storeAddress(address)
      .storeAddress(address)
      .storeCoins(0n)
      .storeBit(false)
      .endCell();
    await sendAndWait(user, [internal({ to: await walletOf(address), value: TENTH, body })]);
    expect(await lastExit(await walletOf(address))).toMatchObject({ exitCode: 74, aborted: true });
    expect(await balanceOf(address)).toBe(DOLLAR);
  });
});
