import { expect, it } from 'vitest';
import { maskAddresses, shorten } from '../../../src/core/text/mask-text.ts';

const evm = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';

it.each([
  ['EVM', evm],
  ['EVM in upper case', evm.toUpperCase()],
  ['EVM without its prefix', evm.slice(2)],
  ['EVM in the data of a call', `${'0'.repeat(24)}${evm.slice(2)}`],
  ['Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['Solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['Bitcoin SegWit', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['TON', 'EQD-cvR0Nz6XAyRBvbhz-abTrRC6sI5tvHvvpeQraV9UAAD7'],
  ['TON in the standard alphabet', 'EQD/cvR0Nz6XAyRBvbhz+abTrRC6sI5tvHvvpeQraV9UAAD7'],
  ['TON as a part of a URL', 'EQD%2FcvR0Nz6XAyRBvbhz%2BabTrRC6sI5tvHvvpeQraV9UAAD7'],
  ['raw TON, after its chain', '83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'],
  ['a hash in base64', 'Xq/Uo+1LpzJmC3d9v0b8Rk7HyWn5sTgE2aKfIhO6jQ4='],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
])('hides an address in any text: %s', (_name, address) => {
  for (const text of [
    address,
    `paid by ${address}.`,
    `https://e.org/a/${address}?x`,
    `"${address}"`,
    `pay-${address}`,
    `user_${address}_1`,
    `${'a'.repeat(24)}${address}`,
  ]) {
    const masked = maskAddresses(text);
    // No more of it than its first and last four letters.
    for (let at = 1; at + 5 < address.length; at += 1)
      expect(masked).not.toContain(address.slice(at, at + 5));
    expect(masked).toContain('…');
  }
});

it('leaves ids, codes, times, amounts and cursors as they are', () => {
  for (const text of [
    '33f0ae24-d8f6-4aca-9ada-a1957a475706',
    'key_0123456789ab',
    'msg_33f0ae24-d8f6-4aca-9ada-a1957a475706',
    'JOURNAL_BROKEN_INVARIANT',
    '2026-01-31T12:00:00.000Z',
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    '1234567890123456789012345678.000000000000000000000001',
    '/v1/swaps/33f0ae24-d8f6-4aca-9ada-a1957a475706/events',
    '/v1/webhooks/wh_0f4567890abc/deliveries/330fae24-d8f6-4aca-9ada-a1957a475706/redeliver',
    Buffer.from('33f0ae24-d8f6-4aca-9ada-a1957a475706').toString('base64url'),
    'wallet treasury@ETH: nonce 7 is signed',
  ])
    expect(maskAddresses(text)).toBe(text);
});

it('takes no base64 of an address for a cursor', () => {
  expect(maskAddresses(Buffer.from(evm).toString('base64url'))).toContain('…');
});

it('shows nothing of a name that says it all by a few letters', () => {
  expect(shorten('alice.near')).toBe('…');
  expect(shorten(evm)).toBe('0xf0…f875');
});
