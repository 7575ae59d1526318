import { concatHex, type Hex, numberToHex, toRlp } from 'viem';
import { describe, expect, it } from 'vitest';
import { aSwapRequest, judged, swapData, target } from '../../../guard/scenario.ts';
import { aJob } from '../../../support/snapshot.ts';

/** An unsigned EIP-1559 transaction, field by field. */
const rlp = (change: { nonce?: Hex; extra?: Hex[] } = {}): Hex =>
  concatHex([
    '0x02',
    toRlp([
      '0x01',
      change.nonce ?? '0x07',
      numberToHex(10n ** 9n),
      numberToHex(20n * 10n ** 9n),
      numberToHex(300_000),
      target,
      '0x',
      swapData(aJob(), { minOut: 398n }),
      [],
      ...(change.extra ?? []),
    ]),
  ]);

describe('bytes that cannot be read', () => {
  it('are not caused by the test’s encoder', () => {
    expect(aSwapRequest().unsigned.bytes).toBe(rlp());
  });

  it.each([
    ['nothing', '0x'],
    ['a type only', '0x02'],
    ['an empty list', '0x02c0'],
    ['no transaction', '0xdeadbeef'],
    ['no bytes', 'not hex'],
    ['trailing bytes', `${rlp()}00`],
    ['truncated bytes', rlp().slice(0, -2)],
    ['upper case', rlp().toUpperCase().replace('0X', '0x')],
    ['a nonce with a leading zero', rlp({ nonce: '0x0007' })],
    ['a nonce that no number holds', rlp({ nonce: '0xffffffffffffffff' })],
    ['a signature', rlp({ extra: ['0x', '0x11', '0x22'] })],
  ])('rejects %s', (_what, bytes) => {
    const request = aSwapRequest();
    expect(judged({ ...request, unsigned: { ...request.unsigned, bytes } })).toEqual({
      kind: 'reject',
      fired: ['DECODE'],
    });
  });
});
