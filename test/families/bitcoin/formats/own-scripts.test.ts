import { describe, expect, it } from 'vitest';
import {
  bitcoinAddressOf,
  parseBitcoinAddress,
} from '../../../../src/families/bitcoin/formats/address.ts';
import { isOwn, ownScriptsOf } from '../../../../src/families/bitcoin/formats/own-scripts.ts';
import { scripts, walletPublicKey } from '../adapter/build-psbt.ts';

const scriptOf = (address: string): Uint8Array => {
  const parsed = parseBitcoinAddress(address, 'mainnet');
  if (!parsed.ok) throw new Error(parsed.fault);
  return parsed.script;
};

/** The test vectors of the standards: the first receiving address of a phrase, and its key. */
const standards = [
  [
    'BIP-84',
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
  ],
  [
    'BIP-86',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    '02cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
  ],
] as const;

describe('the scripts of a wallet', () => {
  it.each(standards)('are derived as %s has it, from the key of %s', (_name, address, key) => {
    const publicKey = Uint8Array.from(Buffer.from(key, 'hex'));
    const [first, second, ...more] = ownScriptsOf(scriptOf(address), publicKey);
    expect(bitcoinAddressOf(first, 'mainnet')).toBe(address);
    expect(more).toEqual([]);
    // The other type leads to the same two, in the other order.
    expect(ownScriptsOf(second!, publicKey)).toEqual([second, first]);
  });

  it('are that of its address alone where no key is known', () => {
    expect(ownScriptsOf(scripts.wallet, undefined)).toEqual([scripts.wallet]);
  });

  it('are not derived from a key that is not the address’s, or that is none', () => {
    expect(() => ownScriptsOf(scripts.stranger, walletPublicKey)).toThrow(RangeError);
    expect(() => ownScriptsOf(scripts.strangerTaproot, walletPublicKey)).toThrow(RangeError);
    for (const key of [walletPublicKey.subarray(1), new Uint8Array(33), new Uint8Array(65)])
      expect(() => ownScriptsOf(scripts.wallet, key)).toThrow();
  });

  it('have nothing of a stranger', () => {
    const own = ownScriptsOf(scripts.wallet, walletPublicKey);
    expect(own.map((script) => isOwn(own, script))).toEqual([true, true]);
    for (const script of [scripts.stranger, scripts.strangerTaproot, scripts.vault])
      expect(isOwn(own, script)).toBe(false);
  });
});
