import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import { readRouterPsbt } from '../../../../src/families/bitcoin/adapter/read-router-psbt.ts';
import { bitcoinScriptOf } from '../../../../src/families/bitcoin/formats/address.ts';
import { memoScript } from '../../../../src/families/bitcoin/formats/memo.ts';
import type { BitcoinOutput } from '../../../../src/families/bitcoin/formats/read-transaction.ts';
import { readTransaction } from '../../../../src/router/read-transaction.ts';
import { judged } from '../../../guard/scenario.ts';
import { type Entry, payingOut, psbtOf, uint32, witnessUtxo } from '../adapter/build-psbt.ts';
import {
  aBitcoinRequest,
  type Change,
  change,
  coins,
  input,
  receiver,
  stranger,
  toVault,
  transactionOf,
} from './scenario.ts';

interface Vector {
  id: string;
  description: string;
  expectedRule: string;
  mutation: {
    forEach?: { values: string[] };
    rebuild?: {
      'outputs.2.opReturn'?: string;
      outputOrder?: number[];
      locktime?: number;
      'inputs.0.sequence'?: number;
    };
  };
}

const file = new URL('../../../guard/vectors/bitcoin.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vector[];

const memo = (text: string): BitcoinOutput => ({
  value: 0n,
  script: memoScript(Buffer.from(text)),
});
const withMemo = [toVault, change, memo(`=:ETH.ETH:${receiver}`)];
const spent = coins.slice(0, 2).map((coin): Entry[] => [witnessUtxo(coin)]);
const [first = [], second = []] = spent;
const bytesOf = (maps: Parameters<typeof psbtOf>[1]): Change => ({
  bytes: `0x${psbtOf(transactionOf().transaction, maps).toString('hex')}`,
});
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const attacked = { ...change, script: stranger };

/** What each vector changes, in the bytes that are to be signed. */
const changes: Readonly<Record<string, (vector: Vector) => Change>> = {
  'btc-03': () =>
    bytesOf({
      inputs: [
        [[[0], payingOut([coins[0]!]).raw], witnessUtxo({ ...coins[0]!, value: 5_000_000n })],
        second,
      ],
    }),
  'btc-04': () => bytesOf({ inputs: [[[[0], payingOut([coins[0]!], 9).raw]], second] }),
  'btc-06': () => bytesOf({ inputs: [[...first, [[3], uint32(131)]], second] }),
  'btc-09': () => ({ outputs: [toVault, attacked] }),
  // Whoever's key somebody says it is.
  'btc-10': () => ({ outputs: [toVault, attacked] }),
  'btc-11': () => ({ outputs: [toVault] }),
  // Another path is another script, and only the one of the wallet's address is ours.
  'btc-12': () => ({
    outputs: [toVault, { ...change, script: bitcoinScriptOf('p2wpkh', Buffer.alloc(20, 0x77)) }],
  }),
  'btc-13': () => ({
    spends: [0, 1, 2],
    outputs: [toVault, change, { value: 3_000_000n, script: stranger }],
  }),
  'btc-14': () => ({ spends: [0, 1, 3], outputs: [toVault, { ...change, value: 1_690_000n }] }),
  'btc-17': () =>
    bytesOf({ inputs: [[...first, [[0x15, ...Buffer.alloc(33)], Buffer.alloc(35)]], second] }),
  'btc-18': ({ mutation }) => ({
    outputs: [toVault, change, memo(mutation.rebuild!['outputs.2.opReturn']!)],
  }),
  'btc-19': ({ mutation }) => ({
    transaction: {
      locktime: mutation.rebuild!.locktime!,
      inputs: [{ ...input(0), sequence: mutation.rebuild!['inputs.0.sequence']! }, input(1)],
    },
  }),
  'btc-21': () =>
    bytesOf({ inputs: [[...first, [[2, ...Buffer.alloc(33, 2)], Buffer.alloc(71)]], second] }),
  'ok-16': ({ mutation }) => ({
    outputs: mutation.rebuild!.outputOrder!.map((place) => withMemo[place]!),
  }),
  'ok-18': () => ({ outputs: [{ ...toVault, value: 10_989_800n }], job: { amount: 10_989_800n } }),
};

/**
 * Where a rule of ours says what another one was proposed for: a reserved coin is one that is not
 * under the lease (B02).
 */
const saidBy: Readonly<Record<string, string>> = {
  // A PSBT with more in it than what is spent, or with another amount, is not read.
  B01: 'DECODE',
  B03: 'DECODE',
  B04: 'DECODE',
  'btc-14': 'B02',
  'btc-17': 'DECODE',
};

/** The PSBTs of btc-20, by the words in its list. */
const broken: Readonly<Record<string, () => Buffer>> = {
  '<bad magic>': () => Buffer.concat([Buffer.from('qsbt'), whole.subarray(4)]),
  '<dup key>': () =>
    psbtOf(transactionOf().transaction, {
      inputs: spent,
      global: [
        [[0xfb], uint32(0)],
        [[0xfb], uint32(0)],
      ],
    }),
  '<scriptSig>': () => {
    // The first input's script is empty: one byte, behind its outpoint.
    const at = whole.indexOf(Buffer.alloc(32, 0x5e)) + 36;
    return Buffer.concat([whole.subarray(0, at), Buffer.of(1, 0x51), whole.subarray(at + 1)]);
  },
  '<trailing>': () => Buffer.concat([whole, Buffer.of(0)]),
  '<2MB>': () =>
    psbtOf(transactionOf().transaction, {
      inputs: spent,
      global: [[[0xfc, 1], Buffer.alloc(2_000_000)]],
    }),
};
const whole = psbtOf(transactionOf().transaction, { inputs: spent });

function isReadable(psbt: Buffer): boolean {
  try {
    const transaction = readTransaction(
      { psbt: psbt.toString('base64'), signInputs: [0, 1] },
      'bitcoin',
    );
    if (transaction.family !== 'bitcoin' || transaction.kind !== 'psbt')
      throw new Error('another transaction');
    readRouterPsbt(transaction);
    return true;
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'ROUTER_MALFORMED') return false;
    throw error;
  }
}

describe('the guard vectors of Bitcoin', () => {
  const legitimate = vectors.filter(({ expectedRule }) => expectedRule === 'ALLOW');
  it.each(legitimate)('$id passes: $description', (vector) => {
    expect(judged(aBitcoinRequest(changes[vector.id]!(vector)))).toEqual({
      kind: 'allow',
      fired: [],
    });
  });

  const malformed = vectors.filter(({ mutation }) => mutation.forEach);
  it.each(malformed)('$id is not even read: $description', ({ mutation }) => {
    expect(isReadable(whole)).toBe(true);
    for (const word of mutation.forEach!.values) {
      if (word === '<tb1 output>') {
        // A script is the same on every network; an address is not.
        const transfer = { to: 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl' };
        expect(judged(aBitcoinRequest({ transfer }))).toMatchObject({
          kind: 'reject',
          fired: ['B05'],
        });
      } else {
        const psbt = broken[word]!();
        expect(isReadable(psbt)).toBe(false);
        expect(judged(aBitcoinRequest({ bytes: `0x${hexOf(psbt)}` }))).toEqual({
          kind: 'reject',
          fired: ['DECODE'],
        });
      }
    }
  });

  const hostile = vectors.filter(
    (vector) => !legitimate.includes(vector) && !malformed.includes(vector),
  );
  it.each(hostile)('$id is caught by $expectedRule: $description', (vector) => {
    const { kind, fired } = judged(aBitcoinRequest(changes[vector.id]!(vector)));
    expect(kind).toBe('reject');
    expect(fired).toContain(
      saidBy[vector.id] ?? saidBy[vector.expectedRule] ?? vector.expectedRule,
    );
  });

  it('covers all of them', () => {
    expect(legitimate.length + malformed.length + hostile.length).toBe(vectors.length);
    expect(vectors).toHaveLength(16);
  });
});
