import { randomBytes } from 'node:crypto';
import { beginCell, Cell } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TON, USDC, USDT } from '../../../../sandbox/ton/ton-catalogue.ts';
import { maximumFee } from '../../../../src/core/swap/transaction-object.ts';
import type { TonAdapter } from '../../../../src/families/ton/adapter/create-ton-adapter.ts';
import { rawTonAddress, readTonAddress } from '../../../../src/families/ton/formats/address.ts';
import { tonNativeToken } from '../../../../src/families/ton/formats/chain.ts';
import type { TonTransaction } from '../../../../src/families/ton/formats/transaction.ts';
import {
  type TonWalletVersion,
  tonWalletVersions,
} from '../../../../src/families/ton/formats/wallet-versions.ts';
import type { SignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import type { LeaseToProve } from '../../../../src/ports/lease-proof.ts';
import {
  coin,
  coinsTo,
  finalityDepth,
  jettonsTo,
  type LocalChain,
  type LocalWallet,
  sends,
  sentAlong,
  startLocalChain,
} from './local-chain.ts';

const usdt = USDT.minter.toRawString();
const newReceiver = (): string => `0:${randomBytes(32).toString('hex')}`;

let local: LocalChain;
let adapter: TonAdapter;
beforeAll(async () => {
  local = await startLocalChain();
  adapter = local.adapter();
});
afterAll(() => local.close());

async function prepared(
  { address: account }: LocalWallet,
  transaction: TonTransaction,
  fees: 'estimated' | 'any',
) {
  const fee =
    fees === 'estimated'
      ? await adapter.estimateFee(account, transaction)
      : ({ family: 'ton', walletFee: coin / 100n } as const);
  const seqno = await adapter.accounts.nextNonce(account);
  const unsigned = await adapter.prepare({
    account,
    terms: { kind: 'seqno', seqno },
    transaction,
    fee,
  });
  const lease: LeaseToProve = {
    account,
    terms: { kind: 'seqno', seqno, expires: unsigned.expires! },
  };
  return { fee, lease, unsigned };
}

/** Whatever a simulation would say of it. */
async function landed(wallet: LocalWallet, transaction: TonTransaction) {
  const { lease, unsigned } = await prepared(wallet, transaction, 'any');
  const attempt = await adapter.sign(unsigned, local.keys, wallet.address);
  expect(await adapter.broadcast(attempt)).toEqual({ kind: 'accepted' });
  await local.mine(2 * finalityDepth);
  return { lease, attempt };
}

const statusOf = async (attempt: SignedTransaction, { address }: LocalWallet) =>
  (await adapter.observe([attempt], [address])).attempts.get(attempt.txId);

const jettonsOf = async ({ address }: LocalWallet) =>
  (await adapter.balances(address, [usdt])).balances.get(usdt);

describe.each<TonWalletVersion>([...tonWalletVersions])('a %s wallet of TON', (version) => {
  it('carries coins from an account that is not there yet to their proof, and then again as one that is', async () => {
    const wallet = await local.newWallet(version);
    const receiver = newReceiver();
    const { latest } = await adapter.head();
    for (const [round, value] of [coin, 2n * coin].entries()) {
      const seqno = await adapter.accounts.nextNonce(wallet.address);
      expect(seqno).toBe(BigInt(round));
      const transaction = sends(coinsTo(receiver, value));
      expect(adapter.valueOf(transaction, wallet.address)).toBe(value);
      const { fee, lease, unsigned } = await prepared(wallet, transaction, 'estimated');
      const { balanceChanges, ton } = await adapter.simulate({
        unsigned,
        accounts: [receiver],
        tokens: [usdt],
        inspect: [],
      });
      expect(balanceChanges).toContainEqual({
        account: wallet.address,
        token: tonNativeToken,
        delta: -value,
      });
      expect(balanceChanges).toContainEqual({
        account: receiver,
        token: tonNativeToken,
        delta: value,
      });
      expect(balanceChanges).toContainEqual({ account: wallet.address, token: usdt, delta: 0n });
      expect(ton?.destinations).toEqual(new Map([[receiver, 'uninitialized']]));
      const attempt = await adapter.sign(unsigned, local.keys, wallet.address);
      expect(await adapter.broadcast(attempt)).toEqual({ kind: 'accepted' });
      expect(await adapter.broadcast(attempt)).toEqual({ kind: 'already_known' });
      await local.mine();
      expect(await statusOf(attempt, wallet)).toMatchObject({
        status: 'included',
        succeeded: true,
      });
      expect(await adapter.prove(lease, [attempt])).toEqual({ kind: 'undecided' });
      await local.mine(finalityDepth);
      const inclusion = await statusOf(attempt, wallet);
      expect(inclusion).toMatchObject({ status: 'final', succeeded: true });
      const proof = await adapter.prove(lease, [attempt]);
      expect(proof).toMatchObject({ kind: 'landed', txId: attempt.txId, succeeded: true });
      if (proof.kind === 'landed') expect(proof.feePaid <= maximumFee(fee)).toBe(true);
      expect(await adapter.broadcast(attempt)).toEqual({ kind: 'already_known' });
      const { finalNonces } = await adapter.observe([], [wallet.address]);
      expect(finalNonces.get(wallet.address)).toBe(seqno + 1n);
    }
    const transfers = await adapter.receivedSince(latest, receiver, tonNativeToken);
    expect(transfers).toMatchObject([
      { amount: 2n * coin, final: true },
      { amount: coin, final: true },
    ]);
    expect(new Set(transfers.map(({ txId, index }) => `${txId} ${index}`)).size).toBe(2);
  });

  it('knows a jetton wallet of its own that is called, of whatever jetton', async () => {
    const wallet = await local.newWallet(version, [
      [TON, coin],
      [USDC, 500n],
    ]);
    const call = jettonsTo(USDC, wallet.address, newReceiver(), 120n);
    // The transfer of another jetton, as its wallet takes it and the standard does not have it.
    const body = beginCell()
      .storeSlice(Cell.fromBase64(call.payload ?? '').beginParse())
      .storeBit(true)
      .endCell();
    const { unsigned } = await prepared(
      wallet,
      sends({ ...call, payload: body.toBoc().toString('base64') }),
      'any',
    );
    const request = { unsigned, accounts: [], tokens: [usdt, tonNativeToken], inspect: [] };
    const { ton } = await adapter.simulate(request);
    const called = rawTonAddress(readTonAddress(call.address)!);
    expect(ton?.jettonWallets.get(USDC.minter.toRawString())).toBe(called);
  });

  it('pays in jettons, as their minter’s own wallets have them', async () => {
    const wallet = await local.newWallet(version, [
      [TON, coin],
      [USDT, 500n],
    ]);
    const receiver = newReceiver();
    const transaction = sends(jettonsTo(USDT, wallet.address, receiver, 120n));
    const { lease, unsigned } = await prepared(wallet, transaction, 'estimated');
    const request = { unsigned, accounts: [receiver], tokens: [usdt, tonNativeToken], inspect: [] };
    const { balanceChanges, ton } = await adapter.simulate(request);
    expect(balanceChanges).toContainEqual({ account: wallet.address, token: usdt, delta: -120n });
    expect(balanceChanges).toContainEqual({
      account: wallet.address,
      token: tonNativeToken,
      delta: -sentAlong,
    });
    expect(balanceChanges).toContainEqual({ account: receiver, token: usdt, delta: 120n });
    const [[jettonWallet, status] = []] = ton?.destinations ?? [];
    expect(ton?.jettonWallets).toEqual(new Map([[usdt, jettonWallet]]));
    expect(status).toBe('active');
    const attempt = await adapter.sign(unsigned, local.keys, wallet.address);
    expect(await adapter.broadcast(attempt)).toEqual({ kind: 'accepted' });
    await local.mine();
    // The wallet's own transaction is one that stays, and the last that it has led to is not.
    await local.sandbox.blocks.mine(finalityDepth - 1);
    expect(await statusOf(attempt, wallet)).toMatchObject({ status: 'included' });
    expect(await adapter.prove(lease, [attempt])).toEqual({ kind: 'undecided' });
    await local.sandbox.blocks.mine(2);
    expect(await adapter.prove(lease, [attempt])).toMatchObject({
      kind: 'landed',
      succeeded: true,
    });
    expect(await jettonsOf(wallet)).toBe(380n);
    expect(await adapter.receivedIn(attempt.txId, receiver, usdt)).toMatchObject([
      { txId: attempt.txId, amount: 120n },
    ]);
  });

  it('has failed where its jetton wallet says that there are too few, which its own transaction does not show', async () => {
    const wallet = await local.newWallet(version, [
      [TON, coin],
      [USDT, 500n],
    ]);
    const transaction = sends(jettonsTo(USDT, wallet.address, newReceiver(), 501n));
    await expect(adapter.estimateFee(wallet.address, transaction)).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTS',
    });
    const { lease, attempt } = await landed(wallet, transaction);
    expect(await statusOf(attempt, wallet)).toMatchObject({ status: 'final', succeeded: false });
    expect(await adapter.prove(lease, [attempt])).toMatchObject({
      kind: 'landed',
      succeeded: false,
      evidence: { answers: { 'message 0': 'bounced' } },
    });
    expect(await jettonsOf(wallet)).toBe(500n);
  });

  it('has failed where it could pay for none of its messages, and used its number all the same', async () => {
    const wallet = await local.newWallet(version, [[TON, coin]]);
    const { lease, attempt } = await landed(wallet, sends(coinsTo(newReceiver(), 2n * coin)));
    expect(await adapter.prove(lease, [attempt])).toMatchObject({
      kind: 'landed',
      succeeded: false,
      evidence: { answers: { 'message 0': 'not_sent' } },
    });
    expect(await adapter.accounts.nextNonce(wallet.address)).toBe(1n);
  });

  it('has not failed where some of it has left: nobody may pay that again', async () => {
    const wallet = await local.newWallet(version, [[TON, 5n * coin]]);
    const receiver = newReceiver();
    const bouncing = { address: newReceiver(), value: coin };
    const { lease, attempt } = await landed(wallet, sends(bouncing, coinsTo(receiver, coin)));
    expect(await adapter.prove(lease, [attempt])).toMatchObject({
      succeeded: true,
      evidence: { answers: { 'message 0': 'bounced', 'message 1': 'landed' } },
    });
    // What came back was sent by nobody.
    expect(await adapter.receivedIn(attempt.txId, wallet.address, tonNativeToken)).toEqual([]);
    expect(await adapter.receivedIn(attempt.txId, receiver, tonNativeToken)).toMatchObject([
      { amount: coin },
    ]);
  });
});

describe('the adapter of TON', () => {
  it('learns a wallet that is on the chain from there, and believes what hashes to its address', async () => {
    const wallet = await local.newWallet('v4r2');
    const stranger = local.adapter({ walletOf: async () => undefined });
    const transaction = sends(coinsTo(newReceiver(), coin));
    await expect(stranger.estimateFee(wallet.address, transaction)).rejects.toMatchObject({
      code: 'UNKNOWN_WALLET',
    });
    await landed(wallet, transaction);
    expect(await stranger.estimateFee(wallet.address, transaction)).toMatchObject({
      family: 'ton',
    });
    const other = await local.newWallet('v5r1', []);
    const wrong = local.adapter({ walletOf: async () => other.wallet });
    await expect(wrong.estimateFee(wallet.address, transaction)).rejects.toMatchObject({
      code: 'UNKNOWN_WALLET',
    });
  });

  it.each([
    ['v5r1', -239],
    ['v5r1', -3],
    ['v4r2', -239],
  ] as const)(
    'signs nothing for a %s wallet of the network %i, which could be valid there',
    async (version, other) => {
      const { wallet, address } = await local.newWallet(version);
      const transaction = sends(coinsTo(newReceiver(), coin));
      const fee = await adapter.estimateFee(address, transaction);
      const terms = { kind: 'seqno', seqno: 0n } as const;
      const unsigned = await adapter.prepare({ account: address, terms, transaction, fee });
      const strange = local.adapter({ walletOf: async () => ({ ...wallet, networkId: other }) });
      const refusal = {
        code: 'WALLET_OF_OTHER_NETWORK',
        message: expect.stringContaining(`${other}`),
      };
      await expect(strange.requireWallet?.(address)).rejects.toMatchObject(refusal);
      await expect(strange.estimateFee(address, transaction)).rejects.toMatchObject(refusal);
      await expect(strange.sign(unsigned, local.keys, address)).rejects.toMatchObject(refusal);
    },
  );

  it('signs for no wallet whose id is one of another network, whoever says what it is for', async () => {
    const { wallet, address } = await local.newWallet('v5r1');
    const transaction = sends(coinsTo(newReceiver(), coin));
    const main = local.adapter({ chain: { networkId: -239 }, walletOf: async () => wallet });
    await expect(main.estimateFee(address, transaction)).rejects.toMatchObject({
      code: 'WALLET_OF_OTHER_NETWORK',
    });
    await expect(main.requireWallet?.(address)).rejects.toMatchObject({
      code: 'WALLET_OF_OTHER_NETWORK',
    });
  });

  it('does not play what the wallet does not take: another number, or too late', async () => {
    const wallet = await local.newWallet('v5r1');
    const transaction = sends(coinsTo(newReceiver(), coin));
    const fee = await adapter.estimateFee(wallet.address, transaction);
    const request = { account: wallet.address, transaction, fee };
    const asked = { accounts: [], tokens: [], inspect: [] };
    const next = await adapter.prepare({ ...request, terms: { kind: 'seqno', seqno: 1n } });
    await expect(adapter.simulate({ unsigned: next, ...asked })).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTS',
    });
    const now = await adapter.prepare({ ...request, terms: { kind: 'seqno', seqno: 0n } });
    expect(await adapter.simulate({ unsigned: now, ...asked })).toMatchObject({
      authorityChanges: [],
    });
    await local.pass(300);
    await expect(adapter.simulate({ unsigned: now, ...asked })).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTS',
    });
  });

  it('does not play what asks a jetton wallet that is not the sender’s, or takes more coins than there are', async () => {
    const [wallet, other] = [
      await local.newWallet('v5r1', [
        [TON, coin],
        [USDT, 10n],
      ]),
      await local.newWallet('v5r1', [[USDT, 10n]]),
    ];
    const played = async (transaction: TonTransaction) => {
      const { unsigned } = await prepared(wallet, transaction, 'any');
      return adapter.simulate({ unsigned, accounts: [], tokens: [usdt], inspect: [] });
    };
    const foreign = sends(jettonsTo(USDT, other.address, wallet.address, 1n));
    await expect(played(foreign)).rejects.toMatchObject({ code: 'TRANSACTION_REVERTS' });
    const absent = sends(jettonsTo(USDC, wallet.address, other.address, 1n));
    await expect(played(absent)).rejects.toMatchObject({ code: 'TRANSACTION_REVERTS' });
    const twice = jettonsTo(USDT, wallet.address, other.address, 6n);
    await expect(played(sends(twice, twice))).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTS',
    });
    await expect(played(sends(coinsTo(other.address, 2n * coin)))).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTS',
    });
    await expect(played(sends(coinsTo(other.address, coin)))).rejects.toMatchObject({
      code: 'INSUFFICIENT_GAS',
      message: expect.stringMatching(
        /^the messages send 1 TON, the fee is up to 0\.\d+ TON, and the account has [01](\.\d+)? TON$/,
      ),
    });
  });

  it('says that a wallet with next to nothing, or with nothing, cannot pay for a message', async () => {
    const transaction = sends(coinsTo(newReceiver(), 0n));
    for (const wallet of [
      await local.newWallet('v5r1', [[TON, 1_000n]]),
      await local.newWallet('v4r2', []),
    ]) {
      await expect(adapter.estimateFee(wallet.address, transaction)).rejects.toMatchObject({
        code: 'INSUFFICIENT_GAS',
      });
    }
  });

  it('says what is code and what is a token', async () => {
    const wallet = await local.newWallet('v5r1', [
      [TON, coin],
      [USDT, 10n],
    ]);
    const transfer = jettonsTo(USDT, wallet.address, newReceiver(), 1n);
    const { unsigned } = await prepared(wallet, sends(transfer), 'any');
    const jettonWallet = adapter.parseAddress(transfer.address);
    const nobody = newReceiver();
    const inspect = [usdt, jettonWallet.ok ? jettonWallet.address : '', nobody];
    const { inspected } = await adapter.simulate({ unsigned, accounts: [], tokens: [], inspect });
    expect(inspected.get(usdt)).toEqual({ hasCode: true, isToken: true });
    expect(inspected.get(inspect[1]!)).toEqual({ hasCode: true, isToken: true });
    expect(inspected.get(nobody)).toEqual({ hasCode: false, isToken: false });
  });
});
