import { describe, expect, it } from 'vitest';
import { feeOf, virtualSizeOf } from '../../../src/chains/bitcoin/funded-transaction.ts';
import { encodeUnsigned } from '../../../src/chains/bitcoin/unsigned-bytes.ts';
import { bitcoinScriptOf } from '../../../src/core/bitcoin-address.ts';
import { memoScript } from '../../../src/core/bitcoin-memo.ts';
import {
  type BitcoinOutput,
  type BitcoinTransaction,
  outpointKey,
} from '../../../src/core/read-bitcoin-transaction.ts';
import type { BitcoinTerms } from '../../../src/guard/bitcoin-rule.ts';
import { decodeBitcoin } from '../../../src/guard/decode/bitcoin.ts';
import { judgeBitcoin } from '../../../src/guard/judge-bitcoin.ts';
import { type Entry, psbtOf, scripts, uint32, witnessUtxo } from '../../chains/bitcoin/build-psbt.ts';

const { wallet, vault, stranger } = scripts;
const receiver = '0x52908400098527886E0F7030069857D2E4169EE7';
const memoNaming = (address: string): Uint8Array => memoScript(Buffer.from(`=:ETH.ETH:${address}`));
const txid = '5e'.repeat(32);
const coins: readonly BitcoinOutput[] = [
  { value: 6_000_000n, script: wallet },
  { value: 5_000_000n, script: wallet },
  { value: 3_000_000n, script: stranger },
  { value: 700_000n, script: wallet },
];
const previousOutputs = new Map(coins.map((coin, vout) => [outpointKey({ txid, vout }), coin]));
const input = (vout: number) => ({ txid, vout, sequence: 0xffff_fffd });

interface Given {
  spends: number[];
  outputs: BitcoinOutput[];
  transaction: Partial<BitcoinTransaction>;
  terms: Partial<BitcoinTerms>;
}
const toVault = { value: 10_000_000n, script: vault };
const change = { value: 990_000n, script: wallet };
const payment = { value: 10_000_000n, script: vault, memo: { kind: 'none' } } as const;
const named = { ...payment, memo: { kind: 'names', receiver } } as const;

function built({ spends = [0, 1], outputs = [toVault, change], transaction = {} }: Partial<Given>) {
  const base: BitcoinTransaction = { version: 2, inputs: spends.map(input), outputs, locktime: 0, ...transaction };
  return { transaction: base, previousOutputs: spends.map((vout) => coins[vout] as BitcoinOutput) };
}

function judged(given: Partial<Given>): string[] {
  const decoded = decodeBitcoin(encodeUnsigned(built(given)), { script: wallet, previousOutputs });
  if (!decoded.ok) throw new Error(decoded.fault);
  const terms: BitcoinTerms = {
    leased: new Set([0, 1].map((vout) => outpointKey({ txid, vout }))),
    payment,
    tip: 900_000,
    estimatedRate: 40_000n,
    maxNetworkFee: 100_000n,
    ...given.terms,
  };
  return judgeBitcoin(decoded.effects, terms).map(({ rule }) => rule);
}

describe('a transaction of Bitcoin', () => {
  it('is decoded as it is signed', () => {
    const funded = built({ outputs: [change, { value: 0n, script: memoNaming(receiver) }, toVault] });
    const decoded = decodeBitcoin(encodeUnsigned(funded), { script: wallet, previousOutputs });
    expect(decoded).toMatchObject({
      ok: true,
      effects: { value: 10_000_000n, change: 990_000n, fee: 10_000n, paid: [toVault], memos: { count: 1, burnt: 0n } },
    });
    const { effects } = decoded as Extract<typeof decoded, { ok: true }>;
    expect(Buffer.from(effects.memos.only ?? []).toString()).toBe(`=:ETH.ETH:${receiver}`);
    expect({ fee: effects.fee, size: effects.virtualSize }).toEqual({
      fee: feeOf(funded),
      size: virtualSizeOf(funded),
    });
  });

  it.each<[string, Partial<Given>]>([
    ['a payment and its change', {}],
    [
      'change first, and a memo that names the receiver',
      {
        outputs: [{ value: 0n, script: memoNaming(receiver.toLowerCase()) }, change, toVault],
        terms: { payment: named },
      },
    ],
    [
      'change too small to be an output',
      {
        outputs: [toVault],
        spends: [0, 1],
        terms: { payment: { ...payment, value: 10_990_000n } },
        transaction: { outputs: [{ ...toVault, value: 10_990_000n }] },
      },
    ],
    [
      'a memo of another form that names the receiver',
      {
        outputs: [toVault, change, { value: 0n, script: memoScript(Buffer.from(`to ${receiver}`)) }],
        terms: { payment: named },
      },
    ],
    [
      'the order’s memo, byte by byte',
      {
        outputs: [toVault, change, { value: 0n, script: memoScript(Buffer.of(1, 2)) }],
        terms: { payment: { ...payment, memo: { kind: 'exact', bytes: Buffer.of(1, 2) } } },
      },
    ],
    ['a payment to whom the PSBT alone names', { terms: { payment: { ...payment, script: undefined } } }],
    [
      'everything back to ourselves',
      { outputs: [{ value: 10_990_000n, script: wallet }], terms: { payment: undefined } },
    ],
    ['a height that has passed', { transaction: { locktime: 900_000 } }],
  ])('is allowed: %s', (_what, given) => {
    expect(judged(given)).toEqual([]);
  });

  const attacked = { value: 990_000n, script: stranger };
  it.each<[string, string, Partial<Given>]>([
    ['B05', 'change to a stranger', { outputs: [toVault, attacked] }],
    ['B05', 'another than the deposit address', { outputs: [{ ...toVault, script: stranger }, change] }],
    ['B05', 'less than the job pays', { outputs: [{ ...toVault, value: 9_999_999n }, change] }],
    ['B05', 'more than the job pays', { outputs: [{ ...toVault, value: 10_000_001n }, change] }],
    [
      'B05',
      'a memo that names another',
      {
        outputs: [toVault, change, { value: 0n, script: memoNaming('0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630') }],
        terms: { payment: named },
      },
    ],
    [
      'B05',
      'a memo that names the receiver as somebody else than the destination',
      {
        outputs: [toVault, change, { value: 0n, script: memoScript(Buffer.from(`=:e:thor1abc:0:${receiver}`)) }],
        terms: { payment: named },
      },
    ],
    ['B05', 'a memo that nobody ordered', { outputs: [toVault, change, { value: 0n, script: memoNaming(receiver) }] }],
    [
      'B05',
      'another memo than ordered',
      {
        outputs: [toVault, change, { value: 0n, script: memoNaming(receiver) }],
        terms: { payment: { ...payment, memo: { kind: 'exact', bytes: Buffer.of(1) } } },
      },
    ],
    [
      'B05',
      'no memo where one is ordered',
      { terms: { payment: { ...payment, memo: { kind: 'exact', bytes: Buffer.of(1) } } } },
    ],
    [
      'B05',
      'two memos',
      {
        outputs: [
          toVault,
          change,
          { value: 0n, script: memoNaming(receiver) },
          { value: 0n, script: memoNaming(receiver) },
        ],
        terms: { payment: named },
      },
    ],
    [
      'B05',
      'a rune',
      {
        outputs: [toVault, change, { value: 0n, script: Buffer.from('6a5d0414011402', 'hex') }],
        terms: { payment: named },
      },
    ],
    [
      'B05',
      'a memo that burns money',
      {
        outputs: [toVault, { ...change, value: 980_000n }, { value: 10_000n, script: memoNaming(receiver) }],
        terms: { payment: named },
      },
    ],
    [
      'B05',
      'a script that no address stands for',
      {
        outputs: [{ ...toVault, script: Buffer.of(0x51) }, change],
        terms: { payment: { ...payment, script: undefined } },
      },
    ],
    ['B05', 'a payment where everything is to come back', { terms: { payment: undefined } }],
    ['B06', 'no change', { outputs: [toVault] }],
    ['B06', 'a fee above the chain’s cap', { terms: { maxNetworkFee: 9_999n } }],
    ['B06', 'a fee rate above twice the estimate', { terms: { estimatedRate: 20_000n } }],
    ['B06', 'more than it spends', { outputs: [toVault, { ...change, value: 1_000_001n }] }],
    [
      'B02',
      'an input of a stranger',
      { spends: [0, 1, 2], outputs: [toVault, change, { value: 3_000_000n, script: stranger }] },
    ],
    [
      'B02',
      'an input of ours under no lease',
      { spends: [0, 1, 3], outputs: [toVault, { ...change, value: 1_690_000n }] },
    ],
    ['B02', 'an outpoint of the lease left out', { spends: [0], outputs: [change], terms: { payment: undefined } }],
    ['B08', 'a locktime far away', { transaction: { locktime: 2_000_000_000 } }],
    ['B08', 'the height after the next', { transaction: { locktime: 900_001 } }],
    ['B08', 'a relative lock', { transaction: { inputs: [{ ...input(0), sequence: 4_259_839 }, input(1)] } }],
    ['B08', 'a version that nobody knows', { transaction: { version: 3 } }],
  ])('is rejected by %s: %s', (rule, _what, given) => {
    expect(judged(given)).toContain(rule);
  });

  it('is rejected by B07 where a key alone does not spend, or its signature does not cover the amount', () => {
    const legacy = bitcoinScriptOf('p2pkh', Buffer.alloc(20, 1));
    const coin = { value: 11_000_000n, script: legacy };
    const funded = { transaction: { ...built({}).transaction, inputs: [input(0)] }, previousOutputs: [coin] };
    const known = new Map([[outpointKey(input(0)), coin]]);
    const decoded = decodeBitcoin(encodeUnsigned(funded), { script: legacy, previousOutputs: known });
    const terms = {
      leased: new Set(known.keys()),
      payment,
      tip: 900_000,
      estimatedRate: 40_000n,
      maxNetworkFee: 100_000n,
    };
    expect(decoded.ok && judgeBitcoin(decoded.effects, terms).map(({ rule }) => rule)).toContain('B07');
  });

  const { transaction } = built({});
  const spent = coins.slice(0, 2).map((coin): Entry[] => [witnessUtxo(coin)]);
  const [first = [], second = []] = spent;
  it.each<[string, Parameters<typeof psbtOf>[1]]>([
    ['an amount that is not the true one', { inputs: [[witnessUtxo({ value: 5_000_000n, script: wallet })], second] }],
    ['a script that is not the true one', { inputs: [[witnessUtxo({ value: 6_000_000n, script: stranger })], second] }],
    ['no word of what an input spends', { inputs: [first, []] }],
    ['a sighash type', { inputs: [[...first, [[3], uint32(131)]], second] }],
    ['a signature', { inputs: [[...first, [[2, ...Buffer.alloc(33, 2)], Buffer.alloc(71)]], second] }],
    ['a leaf of a taproot tree', { inputs: [[...first, [[0x15, ...Buffer.alloc(33)], Buffer.alloc(35)]], second] }],
    ['keys that somebody claims', { inputs: spent, outputs: [[], [[[2, ...Buffer.alloc(33, 2)], Buffer.alloc(8)]]] }],
    ['another version of PSBTs', { inputs: spent, global: [[[0xfb], uint32(2)]] }],
  ])('cannot be read with %s', (_what, maps) => {
    const bytes = `0x${psbtOf(transaction, maps).toString('hex')}`;
    expect(decodeBitcoin(bytes, { script: wallet, previousOutputs })).toMatchObject({ ok: false });
  });

  it('cannot be read where it spends what nobody knows, and is not judged by what it tells', () => {
    const bytes = encodeUnsigned(built({}));
    expect(decodeBitcoin(bytes, { script: wallet, previousOutputs: new Map() })).toMatchObject({ ok: false });
    expect(decodeBitcoin(bytes, { script: wallet, previousOutputs })).toMatchObject({ ok: true });
    for (const other of [`${bytes}00`, bytes.slice(0, -2), bytes.slice(2), '0x']) {
      expect(decodeBitcoin(other, { script: wallet, previousOutputs })).toMatchObject({ ok: false });
    }
  });
});

describe('a cancel', () => {
  const back = (total: bigint): Partial<Given> => ({
    outputs: [{ value: 11_000_000n - total, script: wallet }],
    terms: { payment: undefined, estimatedRate: 20_000n },
  });

  it('may outbid what it takes the place of, with all that was built on it', () => {
    // Twice what the next blocks ask of its own bytes would be some 7,000.
    expect(judged(back(15_000n))).toEqual([]);
    expect(
      judged({
        ...back(15_000n),
        terms: { estimatedRate: 20_000n },
        outputs: [toVault, { ...change, value: 985_000n }],
      }),
    ).toEqual(['B06']);
  });

  it('is bound by the chain’s cap, and by reason', () => {
    const { terms } = back(0n);
    expect(judged({ ...back(15_000n), terms: { ...terms, maxNetworkFee: 14_999n } })).toEqual(['B06']);
    expect(judged(back(60_000n))).toEqual(['B06']);
  });
});

describe('a child that speeds a payment up', () => {
  /** Spends the wallet's 700,000 satoshis that `txid` brings back. */
  const child = (total: bigint, script: Uint8Array = wallet): Partial<Given> => ({
    spends: [3],
    outputs: [{ value: 700_000n - total, script }],
  });
  const parent = { txid, fee: 150n, virtualSize: 150n };
  const terms = { payment: undefined, leased: new Set([outpointKey({ txid, vout: 3 })]), parent };

  it('may pay for both at once what the next blocks ask of each, and no more than twice that', () => {
    expect(judged({ ...child(10_000n), terms })).toEqual([]);
    expect(judged({ ...child(10_000n), terms: { ...terms, parent: { ...parent, fee: 15_000n } } })).toEqual(['B06']);
    expect(judged({ ...child(21_000n), terms })).toEqual(['B06']);
  });

  it('pays nobody but ourselves', () => {
    expect(judged({ ...child(10_000n, stranger), terms })).toEqual(['B05']);
  });

  it('spends what its parent brings back and nothing else', () => {
    expect(judged({ ...child(10_000n), terms: { ...terms, parent: { ...parent, txid: '5f'.repeat(32) } } })).toEqual([
      'B02',
    ]);
  });
});
