import { randomBytes } from 'node:crypto';
import { Address, beginCell, type Cell } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TON, USDT } from '../../../../sandbox/ton/ton-catalogue.ts';
import type { TonAdapter } from '../../../../src/families/ton/adapter/create-ton-adapter.ts';
import { tonNativeToken } from '../../../../src/families/ton/formats/chain.ts';
import type { TonMessage } from '../../../../src/families/ton/formats/transaction.ts';
import type { DepositTarget } from '../../../../src/ports/payments.ts';
import {
  coin,
  coinsTo,
  jettonsTo,
  type LocalChain,
  type LocalWallet,
  sendFrom,
  startLocalChain,
} from './local-chain.ts';
import { ApiRefusal, type Lies, lyingFetch } from './lying-fetch.ts';

const usdt = USDT.minter.toRawString();
const base64 = (cell: Cell): string => cell.toBoc().toString('base64');
/** More than a cell holds, so that it goes on in others. */
const long = `order 4711 ${'für dich '.repeat(20)}`;

const comment = (text: string): Cell =>
  beginCell().storeUint(0, 32).storeStringTail(text).endCell();
const noText = beginCell().storeUint(0, 32).storeBuffer(Buffer.from('fffe00', 'hex')).endCell();

describe('payments to targets on TON', () => {
  let local: LocalChain;
  let adapter: TonAdapter;
  let payer: LocalWallet;
  beforeAll(async () => {
    local = await startLocalChain();
    adapter = local.adapter();
    payer = await local.newWallet('v5r1', [
      [TON, 90n * coin],
      [USDT, 1_000n],
    ]);
  });
  afterAll(() => local.close());

  const send = (...messages: TonMessage[]) => sendFrom(local, adapter, payer, messages);

  const newReceiver = (): string => `0:${randomBytes(32).toString('hex')}`;
  const placeOf = (account: string, token = tonNativeToken): DepositTarget => ({
    account,
    token,
    after: 0n,
  });
  const paymentsAt = async (account: string, token?: string, by = adapter) =>
    (await by.paymentsTo([placeOf(account, token)]))[0]!.payments;

  it.each([
    ['a comment', comment('order 1'), 'order 1'],
    ['a comment over several cells', comment(long), long],
    ['an empty comment', comment(''), undefined],
    ['a comment that is no text', noText, undefined],
    ['a comment with a zero in it', comment('order\u0000 1'), undefined],
    ['something else than a comment', beginCell().storeUint(7, 16).endCell(), undefined],
  ])('in coins have a memo where it is text: %s', async (_, payload, memo) => {
    const receiver = newReceiver();
    await send({ ...coinsTo(receiver, coin), payload: base64(payload) });
    const [payment, ...others] = await paymentsAt(receiver);
    expect(others).toEqual([]);
    expect(payment).toMatchObject({ amount: coin, payer: payer.address });
    expect(payment!.memo).toBe(memo);
  });

  it.each([
    ['in a cell of its own', { payload: comment(long) }, long],
    ['in the same cell', { payload: comment('order 2'), inPlace: true }, 'order 2'],
    ['that the receiver is not told of', { payload: comment('order 3'), forwarded: 0n }, 'order 3'],
    ['that is no text', { payload: noText }, undefined],
    ['that is not there', {}, undefined],
  ])('in jettons have the memo of their payload: %s', async (_, said, memo) => {
    const receiver = newReceiver();
    const sent = await send(jettonsTo(USDT, payer.address, receiver, 7n, said));
    const received = await adapter.receivedIn(sent.txId, receiver, usdt);
    expect(received).toHaveLength(1);
    const payments = await paymentsAt(receiver, usdt);
    expect(payments).toEqual([
      {
        ...received[0],
        payer: payer.address,
        at: expect.any(Number),
        ...(memo === undefined ? {} : { memo }),
      },
    ]);
    // What tells the receiver of them brings coins, which pay for nothing.
    expect(await paymentsAt(receiver)).toEqual([]);
  });

  it('are each one of several that came with one message from outside', async () => {
    const receiver = newReceiver();
    const pay = (text: string): TonMessage => ({
      ...coinsTo(receiver, coin),
      payload: base64(comment(text)),
    });
    const sent = await send(pay('one'), jettonsTo(USDT, payer.address, receiver, 5n), pay('two'));
    const payments = await paymentsAt(receiver);
    expect(payments.map(({ txId, memo }) => [txId, memo])).toEqual([
      [sent.txId, 'one'],
      [sent.txId, 'two'],
    ]);
    const received = await adapter.receivedIn(sent.txId, receiver, tonNativeToken);
    expect(new Set(payments.map(({ index }) => index))).toEqual(
      new Set(received.map(({ index }) => index)),
    );
  });

  it('are none where nothing stays, where it is one’s own, or where somebody only says so', async () => {
    const receiver = newReceiver();
    const bouncing = Address.parseRaw(receiver).toString();
    const told = beginCell()
      .storeUint(0x7362d09c, 32)
      .storeUint(0, 64)
      .storeCoins(900n)
      .storeAddress(Address.parseRaw(payer.address))
      .storeMaybeRef(comment('order 4'))
      .endCell();
    const { latest: after } = await adapter.head();
    await send(
      { address: bouncing, value: coin },
      coinsTo(payer.address, coin),
      jettonsTo(USDT, payer.address, payer.address, 1n),
      {
        ...coinsTo(receiver, coin / 10n),
        payload: base64(told),
      },
    );
    const targets = [receiver, payer.address].flatMap((account) =>
      [tonNativeToken, usdt].map((token) => ({ account, token, after })),
    );
    const seen = await adapter.paymentsTo(targets);
    expect(seen.map(({ payments }) => payments)).toEqual([[], [], [], []]);
  });

  describe('to a busy account', () => {
    const receiver = newReceiver();
    const amounts = Array.from({ length: 20 }, (_, target) => coin / 100n + BigInt(target));
    beforeAll(async () => {
      await send(...amounts.slice(0, 10).map((amount) => coinsTo(receiver, amount)));
      await send(...amounts.slice(10).map((amount) => coinsTo(receiver, amount)));
    });

    const look = (lies: Lies) => local.adapter({ fetch: lyingFetch(lies) });

    it.each([1, 3, 7])('are all found by pages of %i', async (count) => {
      const by = look({ getTransactions: (result) => (result as unknown[]).slice(0, count) });
      const found: bigint[] = [];
      const { final } = await adapter.head();
      for (let after = 0n, looks = 0; found.length < amounts.length && looks < 10; looks++) {
        const [seen] = await by.paymentsTo([{ ...placeOf(receiver), after }]);
        found.push(...seen!.payments.map(({ amount }) => amount));
        after = seen!.scannedUntil;
        expect(after).toBeLessThan(final);
      }
      expect(found.toSorted()).toEqual(amounts.toSorted());
      expect(new Set(await paymentsAt(receiver)).size).toBe(amounts.length);
    });

    it.each<[string, Lies]>([
      [
        'has not the whole history',
        {
          getTransactions: (result, { lt }) => {
            const listed = result as { transaction_id: { lt: string } }[];
            return listed[0]?.transaction_id.lt === lt && listed.length < amounts.length
              ? []
              : listed.slice(0, 5);
          },
        },
      ],
      ['does not have it', { getTransactions: () => [] }],
      ['does not know what led to it', { tryLocateSourceTx: () => new ApiRefusal('Tx not found') }],
    ])('are not passed over where the server %s', async (_, lies) => {
      await expect(look(lies).paymentsTo([placeOf(receiver)])).rejects.toMatchObject({
        code: 'RPC_UNAVAILABLE',
      });
    });

    it('are asked for no more once they were seen', async () => {
      const asked: string[] = [];
      const counting: typeof fetch = (url, init) => {
        asked.push((JSON.parse(String(init?.body)) as { method: string }).method);
        return fetch(url, init);
      };
      const by = local.adapter({ fetch: counting });
      const target = placeOf(receiver);
      const [seen] = await by.paymentsTo([target]);
      asked.length = 0;
      const quiet = { ...target, after: seen!.scannedUntil };
      expect(await by.paymentsTo([quiet, quiet, quiet])).toEqual(
        Array.from({ length: 3 }, () => ({
          ...{ payments: [], scannedUntil: seen!.scannedUntil },
          through: { number: expect.any(BigInt), time: expect.any(Number) },
        })),
      );
      expect(asked).toEqual(['getMasterchainInfo', 'getBlockHeader', 'getAddressInformation']);
    });
  });
});
