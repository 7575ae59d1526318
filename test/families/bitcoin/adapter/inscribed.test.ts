import { Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { readPreviousOutput } from '../../../../src/families/bitcoin/adapter/previous-output.ts';
import { bitcoinFacts, joinBitcoin } from '../../../../src/families/bitcoin/adapter/simulate.ts';
import { judgeSimulations } from '../../../../src/families/shared/endpoints/judge-simulations.ts';
import type { SimulatedChanges } from '../../../../src/ports/chain-adapter.ts';
import { scripts } from './build-psbt.ts';

/** One output, made by an input with this witness. */
function madeWith(witness: readonly string[]): { raw: Uint8Array; txid: string } {
  const transaction = new Transaction();
  transaction.addInput(Buffer.alloc(32, 1), 0);
  transaction.addOutput(scripts.wallet, 50_000n);
  transaction.setWitness(
    0,
    witness.map((item) => Buffer.from(item, 'hex')),
  );
  return { raw: transaction.toBuffer(), txid: transaction.getId() };
}

describe('an output that another transaction spends', () => {
  it.each([
    ['a signature', ['aa'.repeat(64)], undefined],
    ['a script of another kind', ['aa'.repeat(64), `20${'bb'.repeat(32)}ac`, 'c0'], undefined],
    [
      'the envelope of an inscription',
      ['aa'.repeat(64), `20${'bb'.repeat(32)}ac0063036f7264010118`, 'c0'],
      true,
    ],
  ])('shows what made it: %s', (_what, witness, isInscribed) => {
    const { raw, txid } = madeWith(witness);
    const { value, isInscribed: found } = readPreviousOutput(raw, { txid, vout: 0 });
    expect({ value, found }).toEqual({ value: 50_000n, found: isInscribed });
  });
});

describe('of two hosts that show the same coins', () => {
  const coin = { value: 50_000n, script: scripts.wallet };
  const changes = (isInscribed: boolean, waiting: readonly string[]): SimulatedChanges => ({
    ...{ balanceChanges: [], allowanceChanges: [], authorityChanges: [] },
    inspected: new Map(),
    bitcoin: {
      previousOutputs: new Map([
        ['aa:0', isInscribed ? { ...coin, isInscribed } : coin],
        ['bb:1', coin],
      ]),
      ...{ waiting, tip: 100n, estimatedRate: 1_000n },
    },
    block: 100n,
  });
  const judged = (...ofHosts: readonly SimulatedChanges[]) =>
    judgeSimulations(
      ofHosts.map((shown, host) => ({
        ...{ host: `${host}.test`, kind: 'shows', changes: shown },
        facts: bitcoinFacts(shown),
      })),
      { join: joinBitcoin },
    );

  it.each(['first', 'second'])('the %s alone says what is inscribed or unconfirmed', (which) => {
    const [says, hides] = [changes(true, ['bb:1']), changes(false, [])];
    const { bitcoin, witnesses } = which === 'first' ? judged(says, hides) : judged(hides, says);
    expect(bitcoin).toEqual(says.bitcoin);
    expect(witnesses).toEqual({ hosts: ['0.test', '1.test'] });
  });

  it('the lower fee rate bounds the fee, and the lower height the locktime', () => {
    const shown = (tip: bigint, estimatedRate: bigint): SimulatedChanges => {
      const { bitcoin, ...rest } = changes(false, []);
      return { ...rest, bitcoin: { ...bitcoin!, tip, estimatedRate } };
    };
    const [low, high] = [shown(99n, 1_000n), shown(100n, 90_000n)];
    for (const hosts of [
      [low, high],
      [high, low],
    ])
      expect(judged(...hosts).bitcoin).toMatchObject({ tip: 99n, estimatedRate: 1_000n });
  });

  it('a host without an estimate does not count as one of a low market', () => {
    const shown = (estimatedRate: bigint, isLeastRate?: true): SimulatedChanges => {
      const { bitcoin, ...rest } = changes(false, []);
      const rate = { estimatedRate, ...(isLeastRate ? { isLeastRate } : {}) };
      return { ...rest, bitcoin: { ...bitcoin!, ...rate } };
    };
    const [estimates, lacks] = [shown(30_000n), shown(1_000n, true)];
    for (const hosts of [
      [estimates, lacks],
      [lacks, estimates],
    ])
      expect(judged(...hosts).bitcoin?.estimatedRate).toBe(30_000n);
    expect(judged(lacks, lacks).bitcoin?.estimatedRate).toBe(1_000n);
  });

  it('nothing is said of plain coins', () => {
    const plain = changes(false, []);
    expect(judged(plain, plain).bitcoin).toEqual(plain.bitcoin);
  });
});
