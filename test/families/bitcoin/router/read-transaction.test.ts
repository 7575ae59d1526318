import { describe, expect, it } from 'vitest';
import { readSpender, readTransaction } from '../../../../src/router/read-transaction.ts';

const bytes = Buffer.from('70736274ff01000a0000', 'hex');
const base64 = bytes.toString('base64');
const whole = { psbt: base64, signInputs: [0, 2] };
const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const read = (wire: object) =>
  readTransaction(wire as Parameters<typeof readTransaction>[0], 'bitcoin');

describe('a routing service’s transaction for Bitcoin', () => {
  it('is a PSBT with the inputs to sign, in base64 or in hex with or without 0x', () => {
    const expected = { family: 'bitcoin', kind: 'psbt', psbt: base64, signInputs: [0, 2] };
    const hex = bytes.toString('hex');
    for (const psbt of [base64, hex, hex.toUpperCase(), `0x${hex}`]) {
      expect(read({ ...whole, psbt, value: '5000' })).toEqual(expected);
    }
  });

  it('is else a payment to an address, with what is to stand beside it', () => {
    const payment = { family: 'bitcoin', kind: 'transfer', to, value: 50_000n };
    expect(read({ depositAddress: to, value: '50000' })).toEqual(payment);
    const extraFields = { name: 'memo', value: '=:ETH.ETH:0x22' };
    expect(read({ depositAddress: to, value: '50000', extraFields, psbt: '' })).toEqual({
      ...payment,
      memo: '=:ETH.ETH:0x22',
    });
  });

  it.each([
    ['nothing', {}],
    ['both', { ...whole, depositAddress: to, value: '1' }],
    ['no input to sign', { psbt: base64 }],
    ['an input twice', { psbt: base64, signInputs: [1, 1] }],
    ['an input before the first', { psbt: base64, signInputs: [-1] }],
    ['half an input', { psbt: base64, signInputs: [0.5] }],
    [
      'base64 of something else',
      { ...whole, psbt: Buffer.from('a transaction').toString('base64') },
    ],
    ['hex that is cut off', { ...whole, psbt: '70736274ff0' }],
    ['a payment in whole bitcoins', { depositAddress: to, value: '0.5' }],
    ['a payment of nothing that is said', { depositAddress: to }],
    ['a memo that is no text', { depositAddress: to, value: '1', extraFields: { value: 7 } }],
    [
      'a call of the EVM',
      { ...whole, to: '0x2222222222222222222222222222222222222222', data: '0x' },
    ],
    ['messages of TON', { ...whole, tonMessages: [{ address: 'a', amount: '1' }] }],
  ])('cannot be used: %s', (_what, wire) => {
    expect(() => read(wire)).toThrow(expect.objectContaining({ code: 'ROUTER_MALFORMED' }));
  });

  it('has no spender', () => {
    expect(
      readSpender({ approvalAddress: '0x0000000000000000000000000000000000000000' }, 'bitcoin'),
    ).toEqual({});
    expect(() => readSpender({ approvalAddress: to }, 'bitcoin')).toThrow(
      expect.objectContaining({ code: 'ROUTER_MALFORMED' }),
    );
  });
});
