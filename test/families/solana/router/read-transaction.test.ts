import { describe, expect, it } from 'vitest';
import { readSpender, readTransaction } from '../../../../src/router/read-transaction.ts';

const bytes = Buffer.from([1, 0, 255, 128, 7]);

describe('a routing service’s transaction for Solana', () => {
  it('is base64 or 0x hex', () => {
    const read = { family: 'solana', data: bytes.toString('base64') };
    expect(readTransaction({ data: bytes.toString('base64') }, 'solana')).toEqual(read);
    expect(readTransaction({ data: `0x${bytes.toString('hex').toUpperCase()}` }, 'solana')).toEqual(
      read,
    );
    expect(
      readTransaction(
        { data: bytes.toString('base64'), to: '', value: '0', signInputs: [] },
        'solana',
      ),
    ).toEqual(read);
  });

  it.each([
    ['nothing', {}],
    ['an empty text', { data: '' }],
    ['hex without its prefix', { data: 'f'.repeat(7) }],
    ['half a byte', { data: '0x123' }],
    ['base64 without its padding', { data: 'AQA' }],
    ['base64 of the other alphabet', { data: '_-_-' }],
    ['base64 with something behind it', { data: `${bytes.toString('base64')}\n` }],
    ['a target', { data: 'AQID', to: 'EsCzoZ2Y3BJoQYRNo4Fpu56xFFXgNHw8BVLNCiRCddwq' }],
    ['a call of TRON', { data: 'AQID', signature: 'swap(uint256)' }],
    ['a deposit', { data: 'AQID', depositAddress: 'EsCzoZ2Y3BJoQYRNo4Fpu56xFFXgNHw8BVLNCiRCddwq' }],
    ['messages of TON', { data: 'AQID', tonMessages: [{ address: 'a', amount: '1' }] }],
  ])('cannot be used: %s', (_what, wire) => {
    expect(() => readTransaction(wire, 'solana')).toThrow(
      expect.objectContaining({ code: 'ROUTER_MALFORMED' }),
    );
  });

  it('has no spender, however that is written', () => {
    expect(
      readSpender({ approvalAddress: 'So11111111111111111111111111111111111111111' }, 'solana'),
    ).toEqual({});
    expect(readSpender({ approvalAddress: null }, 'solana')).toEqual({});
    const spender = { approvalAddress: 'EsCzoZ2Y3BJoQYRNo4Fpu56xFFXgNHw8BVLNCiRCddwq' };
    expect(() => readSpender(spender, 'solana')).toThrow(
      expect.objectContaining({ code: 'ROUTER_MALFORMED' }),
    );
  });
});
