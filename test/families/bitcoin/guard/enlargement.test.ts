import { describe, expect, it } from 'vitest';
import { encodeHex, toLibrary } from '../../../../src/families/bitcoin/adapter/wire-transaction.ts';
import { memoScript } from '../../../../src/families/bitcoin/formats/memo.ts';
import {
  type BitcoinOutput,
  outpointKey,
  readSignedBitcoinTransaction,
} from '../../../../src/families/bitcoin/formats/read-transaction.ts';
import type { Enlargement } from '../../../../src/ports/guard.ts';
import { judged } from '../../../guard/scenario.ts';
import { testGuard } from '../../../support/guard-policy.ts';
import {
  aBitcoinRequest,
  type Change,
  input,
  receiver,
  stranger,
  toVault,
  transactionOf,
  wallet,
} from './scenario.ts';

const amount = 10_990_000n;
const paid = { ...toVault, value: amount };
const memo = { value: 0n, script: memoScript(Buffer.from(`=:ETH.ETH:${receiver}`)) };
const back = { value: 690_000n, script: wallet };

/** The payment from two coins, as it was signed; of what the signatures are nothing is read. */
function signed(outputs: readonly BitcoinOutput[] = [paid, memo], spends = [0, 1]): string {
  const library = toLibrary(transactionOf({ spends, outputs: [...outputs] }).transaction);
  for (const index of spends.keys())
    library.setWitness(index, [Buffer.alloc(71, 1), Buffer.alloc(33, 2)]);
  return encodeHex(library.toBuffer());
}

const added = (...spends: number[]) => spends.map((vout) => outpointKey(input(vout)));

interface Given extends Change {
  enlargement?: Partial<Enlargement>;
}

/**
 * The same from a third coin, all in order: every change of a test is the one thing wrong with it.
 */
function aRequest({ enlargement = {}, request = {}, ...given }: Given = {}) {
  return aBitcoinRequest({
    spends: [0, 1, 3],
    outputs: [paid, memo, back],
    ordered: [paid, memo],
    job: { amount },
    ...given,
    request: { enlargement: { of: signed(), added: added(3), ...enlargement }, ...request },
  });
}

describe('a payment that is made again from more coins', () => {
  it('is allowed where it pays the same, and its change comes back', () => {
    expect(judged(aRequest())).toEqual({ kind: 'allow', fired: [] });
  });

  it('is allowed without change, and of a transfer whose coins were chosen here', () => {
    const without = {
      spends: [0, 1, 4],
      outputs: [paid, memo],
      enlargement: { added: added(4) },
      maxNetworkFee: 400_000n,
    };
    const dear = judged(aRequest(without));
    // Only that it gives all the coin away is held against it.
    expect(dear.fired).toEqual(['B06']);
    const transfer = { value: amount, memo: `=:ETH.ETH:${receiver}` };
    expect(judged(aRequest({ transfer }))).toEqual({ kind: 'allow', fired: [] });
  });

  it.each<[string, string, Given]>([
    [
      'B02',
      'an input that is neither leased nor added',
      { spends: [0, 1, 3, 4], outputs: [paid, memo, { ...back, value: 990_000n }] },
    ],
    ['B02', 'a coin less than it says that it adds', { enlargement: { added: added(3, 4) } }],
    [
      'B02',
      'a coin of the lease left out',
      {
        spends: [0, 3, 4, 5],
        leased: [0, 1],
        job: { amount: 7_000_000n },
        outputs: [{ ...paid, value: 7_000_000n }, memo, { ...back, value: 280_000n }],
        ordered: [{ ...paid, value: 7_000_000n }, memo],
        enlargement: { of: signed([{ ...paid, value: 7_000_000n }, memo]), added: added(3, 4, 5) },
      },
    ],
    [
      'B02',
      'a stranger’s coin among the added ones',
      {
        spends: [0, 1, 2],
        outputs: [paid, memo, { ...back, value: 2_990_000n }],
        enlargement: { added: added(2) },
      },
    ],
    [
      'B02',
      'a payment before it that spends what it does not',
      { enlargement: { of: signed(undefined, [0, 4]) } },
    ],
    [
      'B02',
      'a cancel from more coins',
      { outputs: [{ ...back, value: 11_680_000n }], request: { intent: { kind: 'cancel' } } },
    ],
    ['B05', 'change to a stranger', { outputs: [paid, memo, { ...back, script: stranger }] }],
    ['B05', 'another order of the outputs', { outputs: [memo, paid, back] }],
    ['B05', 'the change before what it pays', { outputs: [back, paid, memo] }],
    [
      'B05',
      'two outputs of change',
      { outputs: [paid, memo, { ...back, value: 345_000n }, { ...back, value: 345_000n }] },
    ],
    [
      'B05',
      'another memo than before',
      {
        enlargement: {
          of: signed([paid, { value: 0n, script: memoScript(Buffer.from('order 7')) }]),
        },
      },
    ],
    [
      'B05',
      'another amount than before',
      { enlargement: { of: signed([{ ...paid, value: amount - 1n }, memo]) } },
    ],
    ['B05', 'the memo left out', { outputs: [paid, back], ordered: [paid, memo] }],
    [
      'B06',
      'a fee beyond what the network asks',
      { outputs: [paid, memo, { ...back, value: 600_000n }] },
    ],
    ['B08', 'an added coin that is in no block', { bitcoin: { waiting: added(3) } }],
    ['B02', 'a payment before it that nobody can read', { enlargement: { of: '0x0200' } }],
    [
      'B02',
      'a payment before it that is not signed',
      {
        enlargement: {
          of: encodeHex(toLibrary(transactionOf({ outputs: [paid, memo] }).transaction).toBuffer()),
        },
      },
    ],
  ])('%s objects to %s', (rule, _what, given) => {
    const { kind, fired } = judged(aRequest(given));
    expect(kind).not.toBe('allow');
    expect(fired).toContain(rule);
  });

  it('may cost no larger a share than of the coins of its lease, which a cancel of it has to do with', () => {
    const costing = (fee: bigint) => {
      const outputs = [paid, memo, { ...back, value: 710_000n - fee }];
      return testGuard.judge(aRequest({ outputs, maxNetworkFee: 200_000n }));
    };
    const share = expect.objectContaining({
      rule: 'B06',
      message: expect.stringContaining('too large a share'),
    });
    expect(costing(110_000n)).toMatchObject({ findings: expect.not.arrayContaining([share]) });
    expect(costing(110_001n)).toMatchObject({ findings: expect.arrayContaining([share]) });
  });

  it('is bound by the job’s maximum with all that it costs', () => {
    expect(judged(aRequest({ job: { amount, maxFee: 9_000n } })).fired).toEqual(['E07']);
  });

  it('spends nothing beside the lease where nothing is made again', () => {
    const first = aBitcoinRequest({
      spends: [0, 1, 3],
      outputs: [paid, memo, back],
      ordered: [paid, memo],
      job: { amount },
    });
    expect(judged(first).fired).toEqual(['B02', 'B08']);
  });
});

describe('a signed transaction of Bitcoin', () => {
  it('is read without its signatures, and with nothing behind it', () => {
    const bytes = Buffer.from(signed().slice(2), 'hex');
    expect(readSignedBitcoinTransaction(bytes)).toEqual(
      transactionOf({ outputs: [paid, memo] }).transaction,
    );
    expect(() => readSignedBitcoinTransaction(Buffer.concat([bytes, Buffer.of(0)]))).toThrow(
      RangeError,
    );
    for (let length = 0; length < bytes.length; length += 7) {
      expect(() => readSignedBitcoinTransaction(bytes.subarray(0, length))).toThrow(RangeError);
    }
  });
});
