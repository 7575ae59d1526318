import { describe, expect, it } from 'vitest';
import {
  feeOf,
  virtualSizeOf,
} from '../../../../src/families/bitcoin/adapter/funded-transaction.ts';
import { encodeUnsigned } from '../../../../src/families/bitcoin/adapter/unsigned-bytes.ts';
import { bitcoinScriptOf } from '../../../../src/families/bitcoin/formats/address.ts';
import { memoScript } from '../../../../src/families/bitcoin/formats/memo.ts';
import { outpointKey } from '../../../../src/families/bitcoin/formats/read-transaction.ts';
import { decodeBitcoin } from '../../../../src/families/bitcoin/guard/decode.ts';
import type { Intent } from '../../../../src/ports/guard.ts';
import { judged } from '../../../guard/scenario.ts';
import { type Entry, psbtOf, uint32, witnessUtxo } from '../adapter/build-psbt.ts';
import {
  aBitcoinRequest,
  account,
  addressOf,
  attacker,
  type Change,
  change,
  coins,
  coinsOf,
  input,
  previousOutputs,
  receiver,
  stranger,
  toVault,
  transactionOf,
  wallet,
} from './scenario.ts';

const memoOf = (text: string | Uint8Array) => ({
  value: 0n,
  script: memoScript(Buffer.from(text as string, 'utf8')),
});
const naming = (address: string) => memoOf(`=:ETH.ETH:${address}`);
const cancel: Change = { request: { intent: { kind: 'cancel' } } };
const allBack = { value: 10_990_000n, script: wallet };
const boost: Extract<Intent, { kind: 'boost' }> = {
  kind: 'boost',
  parent: { txId: coinsOf, fee: { family: 'bitcoin', total: 1_000n, virtualSize: 250n } },
};

/** The transaction that made the coin at a place has inscribed something. */
const inscribed = (vout: number) => ({
  previousOutputs: new Map(
    [...previousOutputs].map(([key, coin]) => [
      key,
      key === outpointKey(input(vout)) ? { ...coin, isInscribed: true as const } : coin,
    ]),
  ),
});

describe('a transaction of Bitcoin', () => {
  it('is decoded as it is signed', () => {
    const funded = transactionOf({ outputs: [change, naming(receiver), toVault] });
    const decoded = decodeBitcoin(encodeUnsigned(funded), { own: [wallet], previousOutputs });
    expect(decoded).toMatchObject({
      ok: true,
      content: {
        value: 10_000_000n,
        change: 990_000n,
        fee: 10_000n,
        paid: [toVault],
        memos: { count: 1, burnt: 0n },
      },
    });
    const { content } = decoded as Extract<typeof decoded, { ok: true }>;
    expect(Buffer.from(content.memos.only ?? []).toString()).toBe(`=:ETH.ETH:${receiver}`);
    expect({ fee: content.fee, size: content.virtualSize }).toEqual({
      fee: feeOf(funded),
      size: virtualSizeOf(funded),
    });
  });

  it.each<[string, Change]>([
    ['a payment and its change', {}],
    [
      'change first, and a memo that names the receiver',
      { outputs: [naming(receiver.toLowerCase()), change, toVault] },
    ],
    [
      'change too small to be an output',
      { outputs: [{ ...toVault, value: 10_990_000n }], job: { amount: 10_990_000n } },
    ],
    [
      'a memo of another form that names the receiver',
      { outputs: [toVault, change, memoOf(`to ${receiver}`)] },
    ],
    [
      'a memo with the order’s minimum',
      {
        outputs: [toVault, change, memoOf(`=:ETH.ETH:${receiver}:1e8/1/0`)],
        order: { minOut: 10n ** 18n, quotedMinOut: 10n ** 18n, expectedOut: 10n ** 18n },
      },
    ],
    [
      'a coin just larger than those of inscriptions',
      {
        spends: [0, 1, 7],
        leased: [0, 1, 7],
        outputs: [toVault, { ...change, value: 1_000_001n }],
      },
    ],
    ['a memo that names nobody', { outputs: [toVault, change, memoOf('0123456789abcdef')] }],
    ['a memo that is no text', { outputs: [toVault, change, memoOf(Buffer.of(1, 0xff))] }],
    ['a transfer whose coins were chosen here', { transfer: {} }],
    [
      'a transfer with the order’s memo',
      { transfer: { memo: 'order 7' }, outputs: [toVault, change, memoOf('order 7')] },
    ],
    // A dearer attempt takes its fee from the change.
    [
      'less change than the order’s own transaction',
      { outputs: [toVault, { ...change, value: 985_000n }], ordered: [toVault, change] },
    ],
    ['a height that has passed', { transaction: { locktime: 900_000 } }],
    ['everything back to ourselves', { ...cancel, outputs: [allBack] }],
    [
      'the cancel of a payment whose coin a reorganization has taken out of its block',
      { ...cancel, outputs: [allBack], bitcoin: { waiting: [outpointKey(input(1))] } },
    ],
    [
      'a cancel above the rate of today',
      { ...cancel, outputs: [allBack], bitcoin: { estimatedRate: 1_000n } },
    ],
    [
      'a cancel that has to pay for a larger payment and its child, at more for a byte than either does',
      { ...cancel, outputs: [{ ...allBack, value: 10_950_000n }] },
    ],
    [
      'a child that pays for its parent',
      // 10,000 satoshis alone are far above twice the estimate; with the parent they are not.
      { request: { intent: boost }, outputs: [allBack], bitcoin: { estimatedRate: 15_000n } },
    ],
  ])('is allowed: %s', (_what, given) => {
    expect(judged(aBitcoinRequest(given))).toEqual({ kind: 'allow', fired: [] });
  });

  const attacked = { value: 990_000n, script: stranger };
  it.each<[string, string, Change]>([
    [
      'B05',
      'change in crumbs',
      { outputs: [toVault, { ...change, value: 989_670n }, { ...change, value: 330n }] },
    ],
    ['B05', 'change to a stranger', { outputs: [toVault, attacked] }],
    [
      'B05',
      'change to a stranger where the order has it back',
      { outputs: [toVault, attacked], ordered: [toVault, change] },
    ],
    [
      'B05',
      'another than the deposit address',
      { outputs: [{ ...toVault, script: stranger }, change], transfer: {} },
    ],
    [
      'B05',
      'another than the order’s transaction pays',
      { outputs: [{ ...toVault, script: stranger }, change], ordered: [toVault, change] },
    ],
    [
      'B05',
      'a deposit address of another network',
      { transfer: { to: 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl' } },
    ],
    ['B05', 'less than the job pays', { outputs: [{ ...toVault, value: 9_999_999n }, change] }],
    ['B05', 'more than the job pays', { outputs: [{ ...toVault, value: 10_000_001n }, change] }],
    ['B05', 'a memo that names another', { outputs: [toVault, change, naming(attacker)] }],
    [
      'B05',
      'a memo that is none for a swap, of a provider that reads no other',
      { outputs: [toVault, change, memoOf('x')], order: { provider: 'thorchain' } },
    ],
    [
      'B05',
      'a memo of another form that names another',
      { outputs: [toVault, change, memoOf(`to ${attacker}`)] },
    ],
    [
      'B05',
      'a memo that names the receiver as somebody else than the destination',
      { outputs: [toVault, change, memoOf(`=:e:thor1abc:0:${receiver}`)] },
    ],
    [
      'B05',
      'a memo that nobody ordered',
      { outputs: [toVault, change, naming(receiver)], ordered: [toVault, change] },
    ],
    [
      'B05',
      'another memo than ordered',
      { outputs: [toVault, change, memoOf('7')], transfer: { memo: 'order 7' } },
    ],
    ['B05', 'no memo where one is ordered', { transfer: { memo: 'order 7' } }],
    ['B05', 'two memos', { outputs: [toVault, change, naming(receiver), naming(receiver)] }],
    [
      'B05',
      'a rune',
      { outputs: [toVault, change, { value: 0n, script: Buffer.from('6a5d0414011402', 'hex') }] },
    ],
    [
      'B05',
      'a memo that burns money',
      {
        outputs: [toVault, { ...change, value: 980_000n }, { ...naming(receiver), value: 10_000n }],
      },
    ],
    [
      'B05',
      'a script that no address stands for',
      { outputs: [{ ...toVault, script: Buffer.of(0x51) }, change] },
    ],
    ['B05', 'a payment where everything is to come back', cancel],
    ['B05', 'a child that pays somebody', { request: { intent: boost } }],
    [
      'B02',
      'a child that spends more than its parent brings',
      {
        request: { intent: { ...boost, parent: { ...boost.parent, txId: '5f'.repeat(32) } } },
        outputs: [allBack],
      },
    ],
    ['B06', 'no change', { outputs: [toVault] }],
    [
      'B06',
      'a rate beyond reason, whatever the estimate',
      { outputs: [toVault, { ...change, value: 955_000n }], bitcoin: { estimatedRate: 200_000n } },
    ],
    [
      'B06',
      'a fee that is a large share, at a rate that is not beyond reason',
      {
        spends: [3, 4, 5],
        leased: [3, 4, 5],
        outputs: [
          { ...toVault, value: 1_000_000n },
          { ...change, value: 245_000n },
        ],
        job: { amount: 1_000_000n },
        bitcoin: { estimatedRate: 150_000n },
      },
    ],
    ['B06', 'a huge fee of a cancel', { ...cancel, outputs: [{ ...allBack, value: 10_000_000n }] }],
    ['B06', 'a fee rate above twice the estimate', { bitcoin: { estimatedRate: 20_000n } }],
    [
      'B06',
      'a child that pays for more than its parent',
      { request: { intent: boost }, outputs: [allBack], bitcoin: { estimatedRate: 5_000n } },
    ],
    ['B06', 'more than it spends', { outputs: [toVault, { ...change, value: 1_000_001n }] }],
    ['E07', 'a fee above the chain’s cap', { maxNetworkFee: 9_999n }],
    ['E07', 'a fee above the job’s', { job: { maxFee: 9_999n } }],
    [
      'B02',
      'an input of a stranger',
      { spends: [0, 1, 2], outputs: [toVault, change, { value: 3_000_000n, script: stranger }] },
    ],
    [
      'B02',
      'an input of a stranger that the lease has',
      {
        spends: [0, 1, 2],
        leased: [0, 1, 2],
        outputs: [toVault, { ...change, value: 3_990_000n }],
      },
    ],
    [
      'B02',
      'an input of ours under no lease',
      { spends: [0, 1, 3], outputs: [toVault, { ...change, value: 1_690_000n }] },
    ],
    [
      'B02',
      'an outpoint of the lease left out',
      { ...cancel, spends: [0], outputs: [{ value: 5_990_000n, script: wallet }] },
    ],
    [
      'B02',
      'a lease of another kind',
      { request: { lease: { account, terms: { kind: 'expiry' } } } },
    ],
    [
      'B02',
      'another account than the leased one',
      {
        request: {
          lease: {
            account: addressOf(stranger),
            terms: { kind: 'outpoints', outpoints: [...previousOutputs.keys()].slice(0, 2) },
          },
        },
      },
    ],
    ['B08', 'a locktime far away', { transaction: { locktime: 2_000_000_000 } }],
    ['B08', 'the height after the next', { transaction: { locktime: 900_001 } }],
    [
      'B08',
      'a relative lock',
      { transaction: { inputs: [{ ...input(0), sequence: 4_259_839 }, input(1)] } },
    ],
    ['B08', 'a coin that is in no block yet', { bitcoin: { waiting: [outpointKey(input(1))] } }],
    ['B08', 'a coin as small as those of inscriptions', { spends: [0, 1, 6], leased: [0, 1, 6] }],
    ['B08', 'a coin that an inscribing transaction has made', { bitcoin: inscribed(1) }],
    [
      'B05',
      'a memo for another chain',
      { outputs: [toVault, change, memoOf(`=:BSC.ETH:${receiver}`)] },
    ],
    [
      'B05',
      'a memo for a token instead of the coin',
      { outputs: [toVault, change, memoOf(`=:ETH.USDC-0XA0B8:${receiver}`)] },
    ],
    [
      'B05',
      'a memo for another asset of the chain',
      { outputs: [toVault, change, memoOf(`=:ETH.USDC:${receiver}`)] },
    ],
    [
      'B05',
      'a memo with a lower minimum than the order’s',
      {
        outputs: [toVault, change, memoOf(`=:ETH.ETH:${receiver}:99999999/1/0`)],
        order: { minOut: 10n ** 18n, quotedMinOut: 10n ** 18n, expectedOut: 10n ** 18n },
      },
    ],
    ['B08', 'a version that nobody knows', { transaction: { version: 3 } }],
    [
      'G06',
      'an order for another amount',
      { job: { amount: 9_000_000n }, order: { echo: { ...echoOf(), srcTokenAmount: '0.1' } } },
    ],
    [
      'G06',
      'an order for another receiver',
      { order: { echo: { ...echoOf(), receiver: attacker } } },
    ],
    [
      'G07',
      'an order that promises too little',
      { job: { bound: { kind: 'min_out', minOut: 399n } } },
    ],
    ['G12', 'what was not measured', { simulation: { balanceChanges: [] } }],
  ])('is refused by %s: %s', (rule, _what, given) => {
    const { kind, fired } = judged(aBitcoinRequest(given));
    expect(kind).not.toBe('allow');
    expect(fired).toContain(rule);
  });

  it.each(['approve', 'revoke', 'refund', 'claim'] as const)(
    'is never one that is to %s',
    (kind) => {
      const { order } = aBitcoinRequest().intent as Extract<Intent, { kind: 'swap' }>;
      const intents: Record<typeof kind, Intent> = {
        approve: { kind: 'approve', token: account, spender: account, value: 0n },
        revoke: { kind: 'revoke', token: account, spender: account },
        refund: { kind: 'refund', transaction: order.transaction!, minBack: 0n },
        claim: { kind: 'claim', transaction: order.transaction!, minOut: 0n },
      };
      const { kind: verdict, fired } = judged(
        aBitcoinRequest({ request: { intent: intents[kind] } }),
      );
      expect([verdict, fired.includes('B02')]).toEqual(['reject', true]);
    },
  );

  it('is refused by B07 where a key alone does not spend, or its signature does not cover the amount', () => {
    const legacy = bitcoinScriptOf('p2pkh', Buffer.alloc(20, 1));
    const coin = { value: 11_000_000n, script: legacy };
    const funded = {
      transaction: { ...transactionOf().transaction, inputs: [input(0)] },
      previousOutputs: [coin],
    };
    const request = aBitcoinRequest({ bytes: encodeUnsigned(funded), leased: [0] });
    const known = new Map([[outpointKey(input(0)), coin]]);
    const own = addressOf(legacy);
    const { fired } = judged({
      ...request,
      unsigned: { ...request.unsigned, account: own },
      lease: { ...request.lease, account: own },
      simulation: {
        ...request.simulation,
        bitcoin: { ...request.simulation.bitcoin!, previousOutputs: known },
      },
    });
    expect(fired).toContain('B07');
  });

  const { transaction } = transactionOf();
  const spent = coins.slice(0, 2).map((coin): Entry[] => [witnessUtxo(coin)]);
  const [first = [], second = []] = spent;
  it.each<[string, Parameters<typeof psbtOf>[1]]>([
    [
      'an amount that is not the true one',
      { inputs: [[witnessUtxo({ value: 5_000_000n, script: wallet })], second] },
    ],
    [
      'a script that is not the true one',
      { inputs: [[witnessUtxo({ value: 6_000_000n, script: stranger })], second] },
    ],
    ['no word of what an input spends', { inputs: [first, []] }],
    ['SIGHASH_ALL, which goes without saying', { inputs: [[...first, [[3], uint32(1)]], second] }],
    ['SIGHASH_NONE', { inputs: [[...first, [[3], uint32(2)]], second] }],
    ['SIGHASH_SINGLE with ANYONECANPAY', { inputs: [[...first, [[3], uint32(0x83)]], second] }],
    [
      'a signature',
      { inputs: [[...first, [[2, ...Buffer.alloc(33, 2)], Buffer.alloc(71)]], second] },
    ],
    [
      'a leaf of a taproot tree',
      { inputs: [[...first, [[0x15, ...Buffer.alloc(33)], Buffer.alloc(35)]], second] },
    ],
    [
      'keys that somebody claims',
      { inputs: spent, outputs: [[], [[[2, ...Buffer.alloc(33, 2)], Buffer.alloc(8)]]] },
    ],
    ['another version of PSBTs', { inputs: spent, global: [[[0xfb], uint32(2)]] }],
  ])('cannot be read with %s', (_what, maps) => {
    const bytes = `0x${psbtOf(transaction, maps).toString('hex')}`;
    expect(judged(aBitcoinRequest({ bytes }))).toEqual({ kind: 'reject', fired: ['DECODE'] });
  });

  it('cannot be read where it spends what nobody knows, and is not judged by what it tells', () => {
    const unread = { kind: 'reject', fired: ['DECODE'] };
    expect(judged(aBitcoinRequest({ bitcoin: { previousOutputs: new Map() } }))).toEqual(unread);
    const { bitcoin: _absent, ...simulation } = aBitcoinRequest().simulation;
    expect(judged(aBitcoinRequest({ request: { simulation } }))).toEqual(unread);
    const { bytes } = aBitcoinRequest().unsigned;
    for (const other of [`${bytes}00`, bytes.slice(0, -2), bytes.slice(2), '0x']) {
      expect(judged(aBitcoinRequest({ bytes: other }))).toEqual(unread);
    }
  });
});

function echoOf() {
  return (aBitcoinRequest().intent as Extract<Intent, { kind: 'swap' }>).order.echo!;
}
