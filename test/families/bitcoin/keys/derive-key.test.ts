import { readFileSync } from 'node:fs';
import * as secp256k1 from '@bitcoinerlab/secp256k1';
import { describe, expect, it } from 'vitest';
import type { BitcoinNetwork } from '../../../../src/families/bitcoin/formats/address.ts';
import { bitcoinPath, deriveBitcoinKey } from '../../../../src/families/bitcoin/keys/derive-key.ts';
import { readWif } from '../../../../src/families/bitcoin/keys/read-wif.ts';
import {
  taprootOutputKey,
  taprootSign,
} from '../../../../src/families/bitcoin/keys/taproot-key.ts';

const addresses = JSON.parse(
  readFileSync(new URL('../adapter/vectors/addresses.json', import.meta.url), 'utf8'),
) as {
  keys: { wif: string; key: string; isCompressed: boolean; network: BitcoinNetwork }[];
};
/** Of BIP-84's and BIP-86's test vectors. */
const phrase = `${'abandon '.repeat(11)}about`;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const invalid = (message: RegExp) =>
  expect.objectContaining({ code: 'KEY_INVALID', message: expect.stringMatching(message) });

describe('keys of Bitcoin', () => {
  it('are where BIP-84 has them, and read from its export', async () => {
    expect(bitcoinPath('p2wpkh', 'mainnet')).toBe("m/84'/0'/0'/0/0");
    const { key, address } = await deriveBitcoinKey(
      { kind: 'phrase', phrase },
      'p2wpkh',
      'mainnet',
    );
    expect(address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    const exported = readWif('KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d', 'mainnet');
    expect(exported).toEqual(key);
    expect(
      await deriveBitcoinKey({ kind: 'private-key', key: exported }, 'p2wpkh', 'mainnet'),
    ).toEqual({
      key,
      address,
    });
  });

  it('are where BIP-86 has them, with its output key', async () => {
    expect(bitcoinPath('p2tr', 'mainnet')).toBe("m/86'/0'/0'/0/0");
    const { key, address } = await deriveBitcoinKey({ kind: 'phrase', phrase }, 'p2tr', 'mainnet');
    expect(hex(secp256k1.xOnlyPointFromScalar(key))).toBe(
      'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
    );
    expect(hex(taprootOutputKey(key))).toBe(
      'a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
    );
    expect(address).toBe('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr');
  });

  it('are others on test networks', async () => {
    expect(bitcoinPath('p2tr', 'testnet')).toBe("m/86'/1'/0'/0/0");
    const { address } = await deriveBitcoinKey({ kind: 'phrase', phrase }, 'p2wpkh', 'regtest');
    expect(address).toMatch(/^bcrt1q/);
  });

  it.each(addresses.keys.filter(({ isCompressed }) => isCompressed))(
    '$wif is read',
    ({ wif, key, network }) => {
      expect(hex(readWif(wif, network))).toBe(key);
      expect(() => readWif(wif, network === 'mainnet' ? 'testnet' : 'mainnet')).toThrow(
        invalid(/not a key for/),
      );
    },
  );

  it.each(addresses.keys.filter(({ isCompressed }) => !isCompressed))(
    '$wif is refused',
    ({ wif, network }) => {
      expect(() => readWif(wif, network)).toThrow(invalid(/uncompressed/));
    },
  );

  it('that were copied badly are refused, and not repeated', () => {
    const wrong = 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9e';
    expect(() => readWif(wrong, 'mainnet')).toThrow(invalid(/copied incorrectly/));
    expect(() => readWif(wrong, 'mainnet')).not.toThrow(wrong);
    expect(() => readWif('1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i', 'mainnet')).toThrow(
      invalid(/not a key/),
    );
  });

  it.each(['p2wpkh', 'p2tr'] as const)(
    'that are no numbers of the curve have no %s address',
    async (kind) => {
      for (const key of [Buffer.alloc(32), Buffer.alloc(32, 0xff)]) {
        const secret = { kind: 'private-key', key: Uint8Array.from(key) } as const;
        await expect(deriveBitcoinKey(secret, kind, 'mainnet')).rejects.toEqual(
          invalid(/not valid on secp256k1/),
        );
      }
    },
  );

  it('sign for taproot what their output key verifies, whichever half of the curve they are on', () => {
    const digest = new Uint8Array(32).fill(7);
    const halves = new Set<number | undefined>();
    for (let number = 1; number <= 8; number++) {
      const key = new Uint8Array(32).fill(number);
      halves.add(secp256k1.pointFromScalar(key, true)?.[0]);
      expect(secp256k1.verifySchnorr(digest, taprootOutputKey(key), taprootSign(key, digest))).toBe(
        true,
      );
    }
    expect(halves).toEqual(new Set([2, 3]));
  });
});
