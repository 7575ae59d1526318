import { randomBytes } from 'node:crypto';
import { Address, beginCell, Cell } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jettonWalletAddress } from '../../../../sandbox/ton/jetton.ts';
import { TON, USDT } from '../../../../sandbox/ton/ton-catalogue.ts';
import type { TonAdapter } from '../../../../src/families/ton/adapter/create-ton-adapter.ts';
import { tonNativeToken } from '../../../../src/families/ton/formats/chain.ts';
import type { TonMessage } from '../../../../src/families/ton/formats/transaction.ts';
import type { SignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import {
  coin,
  coinsTo,
  jettonsTo,
  type LocalChain,
  type LocalWallet,
  sendFrom,
  startLocalChain,
} from './local-chain.ts';
import { ApiRefusal, lyingFetch } from './lying-fetch.ts';

const usdt = USDT.minter.toRawString();
const base64 = (cell: Cell): string => cell.toBoc().toString('base64');

describe('what arrived on TON', () => {
  let local: LocalChain;
  let adapter: TonAdapter;
  let payer: LocalWallet;
  let receiver: LocalWallet;
  beforeAll(async () => {
    local = await startLocalChain();
    adapter = local.adapter();
    payer = await local.newWallet('v5r1', [
      [TON, 50n * coin],
      [USDT, 1_000n],
    ]);
    receiver = await local.newWallet('v4r2', [
      [TON, coin],
      [USDT, 1n],
    ]);
  });
  afterAll(() => local.close());

  const send = (...messages: TonMessage[]) => sendFrom(local, adapter, payer, messages);

  /** Hashes of the transactions that a message from outside has led to, in their order. */
  const hashesOf = ({ txId }: SignedTransaction): string[] => {
    const trace = local.sandbox.blockchain.trace(Buffer.from(txId, 'hex').toString('base64'));
    return trace!.inclusions.map(({ included }) => included.transaction.hash);
  };

  it('has one name, by whichever of the transactions on its way it is asked for', async () => {
    expect(adapter.hasSeveralNames).toBe(true);
    const { latest } = await adapter.head();
    const sent = await send(jettonsTo(USDT, payer.address, receiver.address, 7n));
    const [transfer, ...others] = await adapter.receivedIn(sent.txId, receiver.address, usdt);
    expect(others).toEqual([]);
    expect(transfer).toMatchObject({ txId: sent.txId, token: usdt, amount: 7n });
    const [walletHash, senderHash, receiverHash] = hashesOf(sent);
    for (const hash of [walletHash!, senderHash!, receiverHash!]) {
      const hex = Buffer.from(hash, 'base64').toString('hex');
      for (const name of [hash, hex, hex.toUpperCase()]) {
        expect(await adapter.receivedIn(name, receiver.address, usdt)).toEqual([transfer]);
      }
    }
    expect(await adapter.receivedSince(latest, receiver.address, usdt)).toEqual([transfer]);
    expect(await adapter.tokensReceivedIn(receiverHash!, receiver.address)).toEqual([usdt]);
  });

  it('is several transfers where one message paid several times, each with a place of its own', async () => {
    const { latest } = await adapter.head();
    const pay = jettonsTo(USDT, payer.address, receiver.address, 3n);
    const sent = await send(pay, coinsTo(receiver.address, coin), pay);
    const jettons = await adapter.receivedIn(sent.txId, receiver.address, usdt);
    expect(jettons.map(({ txId, amount }) => [txId, amount])).toEqual([
      [sent.txId, 3n],
      [sent.txId, 3n],
    ]);
    const coins = await adapter.receivedIn(sent.txId, receiver.address, tonNativeToken);
    expect(coins).toMatchObject([{ txId: sent.txId, amount: coin }]);
    const places = [...jettons, ...coins].map(({ index }) => index);
    expect(new Set(places).size).toBe(3);
    expect(coins.every(({ index }) => index < 0) && jettons.every(({ index }) => index >= 0)).toBe(
      true,
    );
    expect(places.every((place) => place >= -(2 ** 31) && place < 2 ** 31)).toBe(true);
    expect(new Set(await adapter.receivedSince(latest, receiver.address, usdt))).toEqual(
      new Set(jettons),
    );
    expect(new Set(await adapter.tokensReceivedIn(sent.txId, receiver.address))).toEqual(
      new Set([tonNativeToken, usdt]),
    );
  });

  it('is not what somebody only says: neither to the receiver, nor to its jetton wallet', async () => {
    const { latest } = await adapter.head();
    const from = Address.parseRaw(payer.address);
    const told = beginCell()
      .storeUint(0x7362d09c, 32)
      .storeUint(0, 64)
      .storeCoins(900n)
      .storeAddress(from)
      .storeBit(false);
    const moved = beginCell()
      .storeUint(0x178d4519, 32)
      .storeUint(0, 64)
      .storeCoins(900n)
      .storeAddress(from)
      .storeAddress(from)
      .storeCoins(0n)
      .storeBit(false);
    const jettonWallet = jettonWalletAddress(
      USDT.minter,
      Address.parseRaw(receiver.address),
    ).toString();
    const sent = await send(
      { ...coinsTo(receiver.address, coin / 10n), payload: base64(told.endCell()) },
      { address: jettonWallet, value: coin / 10n, payload: base64(moved.endCell()) },
    );
    expect(await adapter.receivedIn(sent.txId, receiver.address, usdt)).toEqual([]);
    expect(await adapter.receivedSince(latest, receiver.address, usdt)).toEqual([]);
    expect(await adapter.tokensReceivedIn(sent.txId, receiver.address)).toEqual([]);
  });

  it('is what stays: not coins that come back, nor what is left over of them', async () => {
    const { latest } = await adapter.head();
    const nobody = `0:${randomBytes(32).toString('hex')}`;
    const sent = await send(
      { address: nobody, value: coin },
      jettonsTo(USDT, payer.address, receiver.address, 1n),
    );
    expect(await adapter.receivedIn(sent.txId, nobody, tonNativeToken)).toEqual([]);
    expect(await adapter.receivedSince(latest, payer.address, tonNativeToken)).toEqual([]);
  });

  it('is what a jetton wallet has taken, in whatever way it was told beside the amount', async () => {
    const { latest } = await adapter.head();
    const pay = jettonsTo(USDT, payer.address, receiver.address, 9n);
    // Without the bit that says where a payload is: older wallets do not ask for it, nor does
    // whoever is told of it.
    const told = Cell.fromBase64(pay.payload ?? '');
    const body = beginCell()
      .storeBits(told.bits.substring(0, told.bits.length - 1))
      .endCell();
    const sent = await send({ ...pay, payload: base64(body) });
    expect(await adapter.receivedIn(sent.txId, receiver.address, usdt)).toMatchObject([
      { amount: 9n },
    ]);
    expect(await adapter.receivedSince(latest, receiver.address, usdt)).toMatchObject([
      { amount: 9n },
    ]);
    expect(await adapter.receivedSince(latest, receiver.address, tonNativeToken)).toEqual([]);
    expect(await adapter.receivedSince(latest, payer.address, tonNativeToken)).toEqual([]);
  });

  it('is found behind any number of crumbs where it is known since when', async () => {
    const sent = await send(coinsTo(receiver.address, coin));
    const included = (await adapter.observe([sent], [payer.address])).attempts.get(sent.txId);
    const { number } = (included as { block: { number: bigint } }).block;
    await send(...Array.from({ length: 30 }, () => coinsTo(receiver.address, 1n)));
    expect(
      await adapter.receivedIn(sent.txId, receiver.address, tonNativeToken, number),
    ).toMatchObject([{ txId: sent.txId, amount: coin }]);
  });

  it('is not counted under another name where the endpoint does not know its way', async () => {
    const { latest } = await adapter.head();
    const sent = await send(coinsTo(receiver.address, coin));
    const forgetful = local.adapter({
      fetch: lyingFetch({ tryLocateSourceTx: () => new ApiRefusal('Tx not found') }),
    });
    await expect(
      forgetful.receivedSince(latest, receiver.address, tonNativeToken),
    ).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
    });
    expect(await forgetful.receivedIn(sent.txId, receiver.address, tonNativeToken)).toEqual([]);
    expect(await adapter.receivedSince(latest, receiver.address, tonNativeToken)).toHaveLength(1);
  });
});
