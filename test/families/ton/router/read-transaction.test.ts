import { Address, beginCell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { readSpender, readTransaction } from '../../../../src/router/read-transaction.ts';

const account = Address.parseRaw(`0:${'ab'.repeat(32)}`);
const bounceable = account.toString();
const payload = beginCell().storeUint(0, 32).storeStringTail('hello').endCell().toBoc();
const message = { address: bounceable, amount: '100000000' };
const read = (tonMessages: object[], more: object = {}) =>
  readTransaction({ tonMessages, ...more } as Parameters<typeof readTransaction>[0], 'ton');

describe('a routing service’s transaction for TON', () => {
  it('is its messages, in their order', () => {
    const second = {
      address: bounceable,
      amount: '1',
      payload: payload.toString('base64'),
      stateInit: '',
    };
    expect(read([message, second], { value: '100000001', to: '' })).toEqual({
      family: 'ton',
      messages: [
        { address: bounceable, value: 100_000_000n },
        { address: bounceable, value: 1n, payload: payload.toString('base64') },
      ],
    });
  });

  it('takes bodies and initial states in hex as well', () => {
    const hex = `0x${payload.toString('hex')}`;
    expect(read([{ ...message, payload: hex, stateInit: hex }])).toMatchObject({
      messages: [{ payload: payload.toString('base64'), stateInit: payload.toString('base64') }],
    });
  });

  it('keeps what an address says of itself, however it is written', () => {
    const written = [
      account.toRawString(),
      account.toString({ urlSafe: false }),
      account.toString({ bounceable: false, urlSafe: false }),
      account.toString({ testOnly: true }),
    ];
    expect(read(written.map((address) => ({ ...message, address })))).toMatchObject({
      messages: [
        { address: account.toRawString() },
        { address: bounceable },
        { address: account.toString({ bounceable: false }) },
        { address: account.toString({ testOnly: true }) },
      ],
    });
  });

  it.each([
    ['no messages', [], {}],
    [
      'an address with a letter changed',
      [{ ...message, address: bounceable.replace('q', 'r') }],
      {},
    ],
    [
      'an address of another chain',
      [{ ...message, address: '0x2222222222222222222222222222222222222222' }],
      {},
    ],
    ['no address', [{ ...message, address: '' }], {}],
    ['an amount with a fraction', [{ ...message, amount: '0.1' }], {}],
    ['a negative amount', [{ ...message, amount: '-1' }], {}],
    ['no amount', [{ ...message, amount: '' }], {}],
    ['a body that is no text', [{ ...message, payload: 7 }], {}],
    ['a body that is neither base64 nor hex', [{ ...message, payload: 'te6c*' }], {}],
    [
      'a call of the EVM beside them',
      [message],
      { to: '0x2222222222222222222222222222222222222222', data: '0x' },
    ],
    ['a deposit beside them', [message], { depositAddress: bounceable }],
    ['a PSBT beside them', [message], { psbt: 'cHNidP8=' }],
  ])('cannot be used: %s', (_what, messages, more) => {
    expect(() => read(messages, more)).toThrow(
      expect.objectContaining({ code: 'ROUTER_MALFORMED' }),
    );
  });

  it('has no spender', () => {
    expect(readSpender({ approvalAddress: '' }, 'ton')).toEqual({});
    expect(() => readSpender({ approvalAddress: bounceable }, 'ton')).toThrow(
      expect.objectContaining({ code: 'ROUTER_MALFORMED' }),
    );
  });
});
