import { Address, beginCell, Cell, comment } from '@ton/core';
import { Blockchain } from '@ton/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  accountInformation,
  addressIn,
  envelope,
  masterchainInfo,
  methodAnswer,
  transactionsOf,
} from '../../../../src/families/ton/adapter/answers.ts';
import { signWalletMessage } from '../../../../src/families/ton/adapter/sign.ts';
import { encodeWalletMessage } from '../../../../src/families/ton/adapter/wallet-message.ts';
import {
  readWalletData,
  readWalletState,
} from '../../../../src/families/ton/adapter/wallet-state.ts';
import { bocHex } from '../../../../src/families/ton/formats/boc.ts';
import { tonWalletAddress, tonWalletState } from '../../../../src/families/ton/formats/wallet.ts';
import { tonWalletVersions } from '../../../../src/families/ton/formats/wallet-versions.ts';
import { aWallet, publicKey, signDigest } from './key.ts';

const other = `0:${'22'.repeat(32)}`;
const boc = (cell: Cell): string => cell.toBoc().toString('base64');
const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

/** An answer as toncenter writes it. */
const anAccount = {
  '@type': 'raw.fullAccountState',
  balance: '5000000000',
  extra_currencies: [],
  code: '',
  data: '',
  last_transaction_id: {
    '@type': 'internal.transactionId',
    lt: '47670702000009',
    hash: base64('ab'.repeat(32)),
  },
  block_id: {
    '@type': 'ton.blockIdExt',
    workchain: -1,
    shard: '-9223372036854775808',
    seqno: 39_064_874,
    root_hash: '',
    file_hash: '',
  },
  frozen_hash: '',
  sync_utime: 1_900_000_000,
  '@extra': '1719000000.1:0:0.2',
  state: 'uninitialized',
};

describe('an account’s answer', () => {
  it('is read with the block and the time that it is of', () => {
    expect(accountInformation.parse(anAccount)).toEqual({
      balance: 5_000_000_000n,
      state: 'uninitialized',
      code: undefined,
      data: undefined,
      lastTransaction: { lt: 47_670_702_000_009n, hash: 'ab'.repeat(32) },
      blockId: { workchain: -1, shard: '-9223372036854775808', seqno: 39_064_874 },
      time: 1_900_000_000,
    });
    expect(accountInformation.parse({ ...anAccount, balance: 0 }).balance).toBe(0n);
  });

  it.each([
    ['a balance below zero', { balance: '-1' }],
    ['a balance that is not exact', { balance: 2 ** 60 }],
    ['a state that is not known', { state: 'sleeping' }],
    ['no time', { sync_utime: undefined }],
    ['a time that is none', { sync_utime: 1.5 }],
    ['data that are no cells', { data: 'AAAA' }],
    ['a hash that is none', { last_transaction_id: { lt: '1', hash: 'AAAA' } }],
    ['no block', { block_id: {} }],
  ])('is refused with %s', (_what, change) => {
    expect(accountInformation.safeParse({ ...anAccount, ...change }).success).toBe(false);
  });
});

describe('a refusal', () => {
  it('is told from an answer', () => {
    expect(envelope.parse({ ok: true, result: 7, '@extra': '' })).toEqual({ ok: true, result: 7 });
    expect(
      envelope.parse({
        ok: false,
        error: 'LITE_SERVER_UNKNOWN: cannot apply external message',
        code: 500,
      }),
    ).toMatchObject({ ok: false, code: 500 });
    expect(envelope.safeParse({ result: 7 }).success).toBe(false);
  });
});

describe('the newest block', () => {
  it('is that of the masterchain', () => {
    const init = { root_hash: 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=' };
    expect(masterchainInfo.parse({ last: anAccount.block_id, init })).toEqual({
      block: 39_064_874n,
      genesis: '17a3a92992aabea785a7a090985a265cd31f323d849da51239737e321fb05569',
    });
  });
});

describe('what a method answers', () => {
  const address = beginCell().storeAddress(Address.parseRaw(other)).endCell();
  it('is read by the kinds of its values', () => {
    const stack = [
      ['num', '0x2a'],
      ['num', '-0x1'],
      ['cell', { bytes: boc(address), object: {} }],
      ['tuple', { elements: [] }],
    ];
    const read = methodAnswer.parse({
      '@type': 'smc.runResult',
      gas_used: 10,
      stack,
      exit_code: 0,
    });
    expect(read.stack.map(({ kind }) => kind)).toEqual(['number', 'number', 'cell', 'other']);
    expect(read.stack.slice(0, 2)).toEqual([
      { kind: 'number', value: 42n },
      { kind: 'number', value: -1n },
    ]);
  });

  it('is an address where it is nothing else', () => {
    expect(addressIn(address)).toBe(other);
    expect(addressIn(comment('no address'))).toBeUndefined();
    expect(
      addressIn(beginCell().storeSlice(address.beginParse()).storeBit(true).endCell()),
    ).toBeUndefined();
    expect(addressIn(beginCell().storeAddress(null).endCell())).toBeUndefined();
  });
});

describe.each(tonWalletVersions)('the account of a %s wallet', (version) => {
  const wallet = aWallet(version);
  const account = tonWalletAddress(wallet);
  let chain: Blockchain;
  let told: { data: string; transaction_id: { lt: string; hash: string } }[];

  beforeAll(async () => {
    chain = await Blockchain.create();
    chain.now = 1_900_000_000;
    const treasury = await chain.treasury('treasury');
    const funded = await treasury.send({
      to: Address.parseRaw(account),
      value: 10_000_000_000n,
      bounce: false,
    });
    const raws = [
      funded.transactions.find(({ address }) => address === BigInt(`0x${account.slice(2)}`))!.raw,
    ];
    for (const seqno of [0, 1]) {
      const pay = {
        destination: other,
        bounce: false,
        value: 1n,
        body: comment(`${seqno}`),
        stateInit: undefined,
      };
      const unsigned = bocHex(
        encodeWalletMessage({ ...wallet, validUntil: 2_000_000_000, seqno, messages: [pay] }),
      );
      const { bytes } = await signWalletMessage(
        { wallet, unsigned, isDeployed: seqno > 0 },
        signDigest,
      );
      const { transactions } = await chain.sendMessage(Cell.fromHex(bytes.slice(2)));
      raws.unshift(transactions[0]!.raw);
    }
    told = raws.map((raw) => {
      // The account's 256 bits are behind a tag of four, and its logical time behind these.
      const lt = raw
        .beginParse()
        .skip(4 + 256)
        .loadUintBig(64);
      return {
        data: boc(raw),
        transaction_id: { lt: `${lt}`, hash: raw.hash().toString('base64') },
      };
    });
  });

  it('says its seqno, its key and who may use it', async () => {
    const contract = await chain.getContract(Address.parseRaw(account));
    const { accountState } = contract;
    if (accountState?.type !== 'active') throw new Error('the wallet is not there');
    const { code, data } = accountState.state;
    const read = readWalletState(
      accountInformation.parse({
        ...anAccount,
        state: 'active',
        code: boc(code!),
        data: boc(data!),
      }),
    );
    expect(read).toMatchObject({
      kind: 'wallet',
      version,
      seqno: 2,
      walletId: wallet.walletId,
      isSignatureAllowed: true,
      hasExtensions: false,
    });
    expect(Buffer.from(read.kind === 'wallet' ? read.publicKey : [])).toEqual(publicKey);
  });

  it('is no wallet before its first message, frozen, or of other code', () => {
    const { code, data } = tonWalletState(wallet);
    const stateOf = (change: object) =>
      readWalletState(accountInformation.parse({ ...anAccount, ...change })).kind;
    expect(stateOf({})).toBe('not_deployed');
    expect(stateOf({ state: 'frozen' })).toBe('frozen');
    expect(stateOf({ state: 'active', code: boc(comment('code')), data: boc(data!) })).toBe(
      'unknown_code',
    );
    expect(stateOf({ state: 'active', code: boc(code!), data: boc(comment('data')) })).toBe(
      'unknown_code',
    );
    expect(stateOf({ state: 'active', code: boc(code!), data: boc(data!) })).toBe('wallet');
  });

  it('has data of its own version only', () => {
    const { data } = tonWalletState(wallet);
    expect(readWalletData(version, data!)).toMatchObject({ seqno: 0, walletId: wallet.walletId });
    expect(readWalletData(version === 'v4r2' ? 'v5r1' : 'v4r2', data!)).toBeUndefined();
  });

  it('has a history that holds together', () => {
    const history = transactionsOf(account).parse(told);
    expect(history.map(({ received }) => received?.kind)).toEqual([
      'external',
      'external',
      'internal',
    ]);
    expect(history[0]!.sent).toMatchObject([{ destination: other }]);
    expect(history.every(({ time }) => time === 1_900_000_000)).toBe(true);
  });

  it('has none where a transaction is missing, another account’s, or not what is told of it', () => {
    const [first, second, third] = told;
    const schema = transactionsOf(account);
    const wrong = [
      [first, third],
      [second, first],
      [{ ...first, data: second!.data }],
      [{ ...first, transaction_id: { ...first!.transaction_id, lt: '1' } }],
      [{ ...first, data: '' }],
    ];
    for (const list of wrong) expect(schema.safeParse(list).success).toBe(false);
    expect(transactionsOf(other).safeParse(told).success).toBe(false);
    expect(schema.parse([])).toEqual([]);
  });
});
