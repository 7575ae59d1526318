import { describe, expect, it } from 'vitest';
import { judged } from '../../../guard/scenario.ts';
import { noon } from '../../../support/snapshot.ts';
import { account, aTronSwap, expires, feeLimit, gateway, hexOf, swapData } from './scenario.ts';

/** A protobuf varint. */
function varint(value: number): string {
  const low = value % 128;
  const rest = Math.floor(value / 128);
  return Buffer.from([rest > 0 ? low + 128 : low]).toString('hex') + (rest > 0 ? varint(rest) : '');
}
const field = (number: number, hex: string): string =>
  varint(number * 8 + 2) + varint(hex.length / 2) + hex;
const count = (number: number, value: number): string => varint(number * 8) + varint(value);
const text = (words: string): string => Buffer.from(words).toString('hex');

/** The same bytes, encoded field by field. */
function encode(
  change: {
    call?: string;
    url?: string;
    type?: number;
    inContract?: string;
    again?: string;
    before?: string;
    after?: string;
    timestamp?: string;
  } = {},
): string {
  const call =
    change.call ??
    field(1, hexOf(account)) +
      field(2, hexOf(gateway)) +
      field(4, swapData(aTronSwap().job, { minOut: 398n }).slice(2));
  const any =
    field(1, text(change.url ?? 'type.googleapis.com/protocol.TriggerSmartContract')) +
    field(2, call);
  const contract = count(1, change.type ?? 31) + field(2, any) + (change.inContract ?? '');
  const members = [
    field(1, '00ab'),
    change.before,
    field(4, '0011223344556677'),
    count(8, Number(expires)),
    field(11, contract),
    change.again,
    change.timestamp ?? count(14, noon),
    count(18, Number(feeLimit)),
    change.after,
  ];
  return `0x${members.join('')}`;
}

const contractAgain = field(11, count(1, 31));
const call = field(1, hexOf(account)) + field(2, hexOf(gateway));

describe('raw data that cannot be read', () => {
  it('is not caused by the test’s encoder', () => {
    expect(encode()).toBe(aTronSwap().unsigned.bytes);
    expect(judged(aTronSwap({ unsigned: { bytes: encode() } }))).toEqual({
      kind: 'allow',
      fired: [],
    });
  });

  it.each([
    ['nothing', '0x'],
    ['no bytes', 'not hex'],
    ['no protobuf', '0xdeadbeef'],
    ['truncated bytes', encode().slice(0, -2)],
    ['a trailing byte', `${encode()}00`],
    ['upper case', encode().toUpperCase().replace('0X', '0x')],
    ['two contracts', encode({ again: contractAgain })],
    ['an unknown field', encode({ after: count(19, 1) })],
    ['fields out of order', encode({ after: count(8, 1) })],
    ['an encoded zero', encode({ timestamp: count(14, 0) })],
    ['an encoded empty field', encode({ before: field(3, '') })],
    ['a number in more bytes than it needs', encode({ timestamp: `${varint(14 * 8)}8100` })],
    [
      'a number of more than 64 bits',
      encode({ timestamp: `${varint(14 * 8)}${'ff'.repeat(9)}7f` }),
    ],
    ['a negative number', encode({ timestamp: `${varint(14 * 8)}${'ff'.repeat(9)}01` })],
    ['a number in the place of bytes', encode({ call: count(1, 5) + field(2, hexOf(gateway)) })],
    ['a fixed-width field', encode({ timestamp: `${varint(14 * 8 + 1)}${'00'.repeat(8)}` })],
    ['an unknown field of the contract', encode({ inContract: count(6, 1) })],
    ['an unknown field of the call', encode({ call: call + count(7, 1) })],
    [
      'an address of another network',
      encode({ call: field(1, hexOf(account).replace(/^41/, 'a0')) + field(2, hexOf(gateway)) }),
    ],
    [
      'an address that is short',
      encode({ call: field(1, hexOf(account).slice(0, -2)) + field(2, hexOf(gateway)) }),
    ],
  ])('rejects %s', (_what, bytes) => {
    expect(judged(aTronSwap({ unsigned: { bytes } }))).toEqual({
      kind: 'reject',
      fired: ['T02'],
    });
  });

  it('does not accept a call under another name, or another type under its name, as a call', () => {
    for (const bytes of [
      encode({ type: 30 }),
      encode({ url: 'type.googleapis.com/protocol.CreateSmartContract' }),
    ]) {
      expect(judged(aTronSwap({ unsigned: { bytes } })).fired).toContain('T01');
    }
  });
});
