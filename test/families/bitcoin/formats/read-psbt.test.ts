import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPsbt } from '../../../../src/families/bitcoin/formats/read-psbt.ts';

interface Case {
  what: string;
  psbt: string;
}
const file = new URL('../adapter/vectors/psbts.json', import.meta.url);
const { bip174, bip371 } = JSON.parse(readFileSync(file, 'utf8')) as Record<
  'bip174' | 'bip371',
  { valid: Case[]; invalid: Case[] }
>;
const bytesOf = (psbt: string): Buffer => Buffer.from(psbt, 'base64');

/** Two that the specification allows spend nothing: there is nothing to sign in them. */
const isEmpty = ({ what }: Case): boolean => / 0 inputs/.test(what);
const valid = [...bip174.valid, ...bip371.valid];

describe('a PSBT', () => {
  it.each(valid.filter((one) => !isEmpty(one)))('is read: $what', ({ psbt }) => {
    const { transaction, inputs, outputs } = readPsbt(bytesOf(psbt));
    expect(inputs).toHaveLength(transaction.inputs.length);
    expect(outputs).toHaveLength(transaction.outputs.length);
  });

  it.each([...bip174.invalid, ...bip371.invalid, ...valid.filter(isEmpty)])(
    'is refused: $what',
    ({ psbt }) => {
      expect(() => readPsbt(bytesOf(psbt))).toThrow(RangeError);
    },
  );

  it.each(valid)('is refused with anything behind it, or its end missing: $what', ({ psbt }) => {
    const bytes = bytesOf(psbt);
    expect(() => readPsbt(Buffer.concat([bytes, Buffer.of(0)]))).toThrow(RangeError);
    expect(() => readPsbt(bytes.subarray(0, -1))).toThrow(RangeError);
  });
});
