import { describe, expect, it } from 'vitest';
import { parseEvmAddress } from '../../../../src/families/evm/formats/address.ts';

const checksummed = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';

describe('addresses', () => {
  it.each([checksummed, checksummed.toLowerCase(), `0x${checksummed.slice(2).toUpperCase()}`])(
    '%s',
    (text) => {
      expect(parseEvmAddress(text)).toEqual({ ok: true, address: checksummed });
    },
  );

  it.each([
    ['one letter in the wrong case', '0xf02DC103E62cF4A2C007324d8Bb95513edabF875'],
    ['a Cyrillic letter', checksummed.replace('a', '\u0430').replace('A', '\u0410')],
    ['a zero-width space', `${checksummed}\u200b`],
    ['a line break', checksummed.replace('E62', '\r\nE62')],
    ['a digit too few', checksummed.slice(0, -1)],
    ['no prefix', checksummed.slice(2)],
    ['another chain’s', 'TXs9z93mvcJoPyJrtAcY2VuuvTqX3sGEwk'],
    ['nothing', ''],
    ['the zero address, which has no owner', `0x${'0'.repeat(40)}`],
  ])('refuses %s', (_what, text) => {
    expect(parseEvmAddress(text).ok).toBe(false);
  });

  it('takes the zero address as the native coin if a token is expected', () => {
    expect(parseEvmAddress(`0x${'0'.repeat(40)}`, { native: true }).ok).toBe(true);
  });
});
