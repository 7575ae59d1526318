import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type BitcoinNetwork,
  bitcoinAddressOf,
  bitcoinScriptOf,
  parseBitcoinAddress,
  readBitcoinScript,
} from '../../../../src/families/bitcoin/formats/address.ts';

interface Vectors {
  valid: { address: string; script: string }[];
  invalid: { address: string; why: string }[];
  base58: { address: string; payload: string; kind: 'p2pkh' | 'p2sh'; network: BitcoinNetwork }[];
}
const file = new URL('../adapter/vectors/addresses.json', import.meta.url);
const { valid, invalid, base58 } = JSON.parse(readFileSync(file, 'utf8')) as Vectors;

/**
 * Programs that the specification allows and no transaction of today's network can be made for
 * safely.
 */
const isOfTheFuture = (script: string): boolean =>
  !/^(0014.{40}|0020.{64}|5120.{64})$/.test(script);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const networkOf = (address: string): BitcoinNetwork =>
  /^tb1/i.test(address) ? 'testnet' : 'mainnet';

describe('addresses of Bitcoin', () => {
  it.each(valid.filter(({ script }) => !isOfTheFuture(script)))(
    '$address has its script',
    ({ address, script }) => {
      const network = networkOf(address);
      const parsed = parseBitcoinAddress(address, network);
      expect(parsed).toMatchObject({ ok: true, address: address.toLowerCase() });
      expect(parsed.ok && hex(parsed.script)).toBe(script);
      expect(bitcoinAddressOf(Buffer.from(script, 'hex'), network)).toBe(address.toLowerCase());
    },
  );

  it.each(valid.filter(({ script }) => isOfTheFuture(script)))(
    '$address is of no known kind',
    ({ address, script }) => {
      expect(parseBitcoinAddress(address, 'mainnet')).toMatchObject({ ok: false });
      expect(bitcoinAddressOf(Buffer.from(script, 'hex'), 'mainnet')).toBeUndefined();
    },
  );

  it.each(invalid)('$address is refused: $why', ({ address }) => {
    expect(parseBitcoinAddress(address, networkOf(address))).toMatchObject({ ok: false });
  });

  it.each(base58)('$address has its hash', ({ address, payload, kind, network }) => {
    const parsed = parseBitcoinAddress(address, network);
    expect(parsed).toMatchObject({ ok: true, address, kind });
    const script = bitcoinScriptOf(kind, Buffer.from(payload, 'hex'));
    expect(parsed.ok && hex(parsed.script)).toBe(hex(script));
    expect(bitcoinAddressOf(script, network)).toBe(address);
    const other = network === 'mainnet' ? 'testnet' : 'mainnet';
    expect(parseBitcoinAddress(address, other)).toMatchObject({ ok: false });
  });

  it('are of one network: those of another are refused, and named', () => {
    const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
    expect(parseBitcoinAddress(address, 'regtest')).toMatchObject({ ok: true, kind: 'p2wpkh' });
    expect(parseBitcoinAddress(address, 'mainnet')).toEqual({
      ok: false,
      fault: 'the address is for regtest, not for mainnet',
    });
    expect(
      parseBitcoinAddress('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'regtest'),
    ).toMatchObject({ ok: false });
  });

  it.each([
    '',
    '1',
    'bc1',
    'bc1q',
    'BC1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhe',
  ])('refuse %j', (text) => {
    expect(parseBitcoinAddress(text, 'mainnet')).toMatchObject({ ok: false });
  });

  it('of an output key that is no point cannot be spent, and is refused', () => {
    // Not on the curve (BIP-340, test vector 5).
    const key = Buffer.from(
      'eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34',
      'hex',
    );
    expect(readBitcoinScript(bitcoinScriptOf('p2tr', key))).toBeUndefined();
  });

  it('have scripts in one form only', () => {
    const script = bitcoinScriptOf('p2pkh', Buffer.alloc(20, 7));
    expect(readBitcoinScript(script)).toMatchObject({ kind: 'p2pkh' });
    expect(readBitcoinScript(Buffer.concat([script, Buffer.of(0)]))).toBeUndefined();
    expect(readBitcoinScript(script.subarray(0, -1))).toBeUndefined();
    expect(() => bitcoinScriptOf('p2wsh', Buffer.alloc(20))).toThrow(RangeError);
  });
});
