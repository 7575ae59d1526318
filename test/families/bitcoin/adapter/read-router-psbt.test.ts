import { describe, expect, it } from 'vitest';
import {
  feeOf,
  virtualSizeOf,
} from '../../../../src/families/bitcoin/adapter/funded-transaction.ts';
import { readPreviousOutput } from '../../../../src/families/bitcoin/adapter/previous-output.ts';
import {
  acceptRouterPsbt,
  readRouterPsbt,
} from '../../../../src/families/bitcoin/adapter/read-router-psbt.ts';
import { bitcoinScriptOf } from '../../../../src/families/bitcoin/formats/address.ts';
import { memoScript } from '../../../../src/families/bitcoin/formats/memo.ts';
import {
  type BitcoinTransaction,
  outpointKey,
} from '../../../../src/families/bitcoin/formats/read-transaction.ts';
import {
  type Entry,
  payingOut,
  psbtOf,
  scripts,
  uint32,
  walletPublicKey,
  witnessUtxo,
} from './build-psbt.ts';

const coins = [
  { value: 6_000_000n, script: scripts.wallet },
  { value: 5_000_000n, script: scripts.wallet },
  { value: 1_000_000n, script: scripts.stranger },
  { value: 1_000_000n, script: bitcoinScriptOf('p2pkh', Buffer.alloc(20, 0xaa)) },
] as const;
const earlier = payingOut(coins);
const other = payingOut(coins, 2);
const sequence = 0xffff_fffd;
const outpoint = (vout: number) => ({ txid: earlier.txid, vout });
const previousOutputs = new Map(
  coins.map((_, vout) => [
    outpointKey(outpoint(vout)),
    readPreviousOutput(earlier.raw, outpoint(vout)),
  ]),
);

const swap: BitcoinTransaction = {
  version: 2,
  inputs: [0, 1].map((vout) => ({ ...outpoint(vout), sequence })),
  outputs: [
    { value: 10_000_000n, script: scripts.vault },
    { value: 990_000n, script: scripts.wallet },
    { value: 0n, script: memoScript(Buffer.from('=:ETH.ETH:0x1234')) },
  ],
  locktime: 0,
};
type Maps = Parameters<typeof psbtOf>[1];

function accept(
  transaction: BitcoinTransaction,
  maps: Maps = {},
  more: { signInputs?: number[]; script?: Uint8Array } = {},
) {
  const { signInputs, script = scripts.wallet } = more;
  const psbt = psbtOf(transaction, maps).toString('base64');
  return acceptRouterPsbt(
    readRouterPsbt({ psbt }),
    { signInputs },
    { scripts: [script], previousOutputs, tip: 900_000 },
  );
}

const onInput = (...entries: Entry[]): Maps => ({ inputs: [entries] });
const refusal = (message: string | RegExp) =>
  expect.objectContaining({ code: 'ROUTER_MALFORMED', message: expect.stringMatching(message) });

describe('a router’s PSBT', () => {
  it('is read in base64 and in hex, with its fee from our own previous outputs', () => {
    const bytes = psbtOf(swap);
    for (const encoding of ['base64', 'hex'] as const) {
      expect(readRouterPsbt({ psbt: bytes.toString(encoding) }).transaction).toEqual(swap);
    }
    const funded = accept(swap, {}, { signInputs: [1, 0] });
    expect(funded).toEqual({ transaction: swap, previousOutputs: coins.slice(0, 2) });
    expect(feeOf(funded)).toBe(10_000n);
    // 10.5 for the frame, 68 for each input, and the outputs: 43, 31 and 27 (10.5 + 136 + 101 =
    // 247.5).
    expect(virtualSizeOf(funded)).toBe(248n);
  });

  it('may tell what agrees with what we know, the wallet’s keys, and what is its maker’s own', () => {
    const told: Entry[] = [
      witnessUtxo(coins[0]),
      [[0], earlier.raw],
      [[3], uint32(1)],
      [[6, ...walletPublicKey], Buffer.alloc(8)],
      [[0xfc, 1, 2], Buffer.alloc(3)],
    ];
    const globals: Entry[] = [
      [[1, ...Buffer.alloc(78)], Buffer.alloc(4)],
      [[0xfb], uint32(0)],
    ];
    expect(accept(swap, { ...onInput(...told), global: globals }).transaction).toEqual(swap);
  });

  it('may carry a height that has passed', () => {
    expect(accept({ ...swap, locktime: 900_000 }).transaction.locktime).toBe(900_000);
  });

  const [vault, change, memo] = swap.outputs as [
    BitcoinTransaction['outputs'][number],
    BitcoinTransaction['outputs'][number],
    BitcoinTransaction['outputs'][number],
  ];
  const [first, second] = swap.inputs as [
    BitcoinTransaction['inputs'][number],
    BitcoinTransaction['inputs'][number],
  ];
  const changed = (more: Partial<BitcoinTransaction>): BitcoinTransaction => ({ ...swap, ...more });
  it.each<[string, RegExp, BitcoinTransaction]>([
    [
      'an input of a stranger',
      /not the wallet’s/,
      changed({ inputs: [first, { ...outpoint(2), sequence }] }),
    ],
    [
      'an input that nobody knows',
      /is unknown/,
      changed({ inputs: [first, { ...outpoint(9), sequence }] }),
    ],
    ['version 3', /version is 3/, changed({ version: 3 })],
    ['version 0', /version is 0/, changed({ version: 0 })],
    ['a height to come', /until block/, changed({ locktime: 900_001 })],
    ['a time', /locktime is a time/, changed({ locktime: 2_000_000_000 })],
    [
      'a relative lock',
      /relative lock/,
      changed({ inputs: [{ ...first, sequence: 4_259_839 }, second] }),
    ],
    [
      'more than it spends',
      /pays out more/,
      changed({ outputs: [{ ...vault, value: 11_000_001n }] }),
    ],
    ['dust', /dust: 0.00000329 BTC/, changed({ outputs: [{ ...vault, value: 329n }, change] })],
    [
      'dust to ourselves',
      /dust: 0.00000293 BTC/,
      changed({ outputs: [vault, { ...change, value: 293n }] }),
    ],
    ['two memos', /more than one OP_RETURN/, changed({ outputs: [vault, memo, memo] })],
    [
      'a memo that burns money',
      /burns 0.00000001 BTC/,
      changed({ outputs: [vault, { ...memo, value: 1n }] }),
    ],
    [
      'a rune',
      /OP_RETURN/,
      changed({ outputs: [vault, { value: 0n, script: Buffer.from('6a5d0414011402', 'hex') }] }),
    ],
    [
      'a memo of 81 bytes',
      /OP_RETURN/,
      changed({
        outputs: [vault, { value: 0n, script: Buffer.from(`6a4c51${'00'.repeat(81)}`, 'hex') }],
      }),
    ],
    [
      'a bare public key',
      /without an address/,
      changed({
        outputs: [vault, { value: 9_999n, script: Buffer.from(`21${'02'.repeat(33)}ac`, 'hex') }],
      }),
    ],
    [
      'a witness version of the future',
      /without an address/,
      changed({
        outputs: [{ value: 9_999n, script: Buffer.from(`5220${'02'.repeat(32)}`, 'hex') }],
      }),
    ],
    ['no outputs', /no outputs/, changed({ outputs: [] })],
  ])('is refused with %s', (_what, message, transaction) => {
    expect(() => accept(transaction)).toThrow(refusal(message));
  });

  it.each<[string, RegExp, Maps]>([
    [
      'an amount that is not the true one',
      /the PSBT has another output/,
      onInput(witnessUtxo({ ...coins[0], value: 5_999_999n })),
    ],
    [
      'a script that is not the true one',
      /the PSBT has another output/,
      onInput(witnessUtxo({ ...coins[0], script: scripts.stranger })),
    ],
    [
      'another transaction in the place of the one it spends',
      /are not the transaction/,
      onInput([[0], other.raw]),
    ],
    [
      'one of two amounts that is not the true one',
      /the PSBT has another output/,
      onInput([[0], earlier.raw], witnessUtxo(coins[1])),
    ],
    ['SIGHASH_SINGLE and ANYONECANPAY', /sighash type 131/, onInput([[3], uint32(0x83)])],
    ['SIGHASH_NONE', /sighash type 2/, onInput([[3], uint32(2)])],
    ['SIGHASH_DEFAULT where there is no taproot', /sighash type 0/, onInput([[3], uint32(0)])],
    [
      'a partial signature',
      /already signed/,
      onInput([[2, ...Buffer.alloc(33, 2)], Buffer.alloc(71)]),
    ],
    ['a final witness', /already signed/, onInput([[8], Buffer.alloc(107)])],
    ['a taproot signature', /already signed/, onInput([[0x13], Buffer.alloc(64)])],
    [
      'a leaf of a taproot tree',
      /type 21/,
      onInput([[0x15, ...Buffer.alloc(33)], Buffer.alloc(35)]),
    ],
    [
      'the derivation of another key',
      /a key that is not the wallet’s \(type 6\)/,
      onInput([[6, ...Buffer.alloc(33, 2)], Buffer.alloc(8)]),
    ],
    [
      'the taproot derivation of another key',
      /a key that is not the wallet’s \(type 22\)/,
      onInput([[0x16, ...scripts.strangerTaproot.slice(2)], Buffer.alloc(25)]),
    ],
    [
      'another internal key',
      /a key that is not the wallet’s \(type 23\)/,
      onInput([[0x17], scripts.strangerTaproot.slice(2)]),
    ],
    ['the root of a taproot tree', /type 24/, onInput([[0x18], Buffer.alloc(32)])],
    ['a witness script', /type 5/, onInput([[5], Buffer.alloc(3)])],
    ['a type that is not known', /type 127/, onInput([[0x7f], Buffer.alloc(3)])],
    ['what makes it another version', /version is not 0/, { global: [[[0xfb], uint32(2)]] }],
    ['flags of what may be changed', /global type 6/, { global: [[[6], Buffer.of(3)]] }],
  ])('is refused with %s', (_what, message, maps) => {
    expect(() => accept(swap, maps)).toThrow(refusal(message));
  });

  it.each([[[0]], [[]], [[0, 0]], [[0, 1, 2]], [[0, 2]]])(
    'is refused where it wants %j signed of two inputs',
    (signInputs) => {
      expect(() => accept(swap, {}, { signInputs })).toThrow(refusal('signInputs must list'));
    },
  );

  it('is refused for a wallet whose outputs are not segregated witness', () => {
    const legacy = changed({
      inputs: [{ ...outpoint(3), sequence }],
      outputs: [{ ...vault, value: 1_000n }],
    });
    expect(() => accept(legacy, {}, { script: coins[3].script })).toThrow(
      refusal('neither P2WPKH nor P2TR'),
    );
  });

  const bytes = psbtOf(swap);
  it.each([
    ['another magic', Buffer.concat([Buffer.from('psbx'), bytes.subarray(4)])],
    ['something behind it', Buffer.concat([bytes, Buffer.of(0)])],
    ['a key that comes twice', psbtOf(swap, { global: [[[0], Buffer.alloc(0)]] })],
    ['two megabytes', psbtOf(swap, onInput([[0xfc], Buffer.alloc(2_000_000)]))],
    ['nothing', Buffer.alloc(0)],
  ])('is refused with %s', (_what, given) => {
    expect(() => readRouterPsbt({ psbt: given.toString('base64') })).toThrow(refusal('is invalid'));
  });
});

describe('a previous output', () => {
  it('is that of the transaction whose hash is the id, and of no other', () => {
    expect(readPreviousOutput(earlier.raw, outpoint(1))).toEqual(coins[1]);
    const malformed = expect.objectContaining({ code: 'RPC_MALFORMED' });
    expect(() => readPreviousOutput(other.raw, outpoint(1))).toThrow(malformed);
    expect(() => readPreviousOutput(earlier.raw, outpoint(4))).toThrow(malformed);
    expect(() => readPreviousOutput(earlier.raw.subarray(0, -1), outpoint(1))).toThrow(malformed);
    expect(() => readPreviousOutput(Buffer.alloc(0), outpoint(1))).toThrow(malformed);
  });
});
