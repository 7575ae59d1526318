import { Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { readPreviousOutput } from '../../../../src/families/bitcoin/adapter/previous-output.ts';
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
