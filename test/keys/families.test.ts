import { createPublicKey, verify } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { HDKey } from 'micro-key-producer/slip10.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { families } from '../../src/core/chains.ts';
import { createKeystoreSigner } from '../../src/keys/create-keystore-signer.ts';
import { createWallet } from '../../src/keys/create-wallet.ts';
import { ed25519PublicKey, ed25519Sign } from '../../src/keys/ed25519.ts';
import { importWallet } from '../../src/keys/import-wallet.ts';
import { listWallets } from '../../src/keys/list-wallets.ts';

let dataFolder = '';
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-keys-'));
});
afterEach(() => rm(dataFolder, { recursive: true }));

const small = { password: 'correct horse', cost: 16_384 };
const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));

/** The phrase of 128 zero bits (BIP-39's first vector), and the addresses that wallets show first for it. */
const zeros = `${'abandon '.repeat(11)}about`;
const addresses = {
  evm: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  tron: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
} as const;

describe('wallets of each family', () => {
  it.each(families)('has on %s the address that every wallet has for a phrase', async (family) => {
    const wallet = await importWallet({ dataFolder, name: family, secret: zeros, family, ...small });
    expect(wallet).toEqual({ name: family, family, address: addresses[family], keyRef: family });
    expect(await listWallets(dataFolder)).toEqual([wallet]);
  });

  it.each(families)('makes wallets for %s that their phrase makes again', async (family) => {
    const { wallet, phrase } = await createWallet({ dataFolder, name: 'new', family, ...small });
    const restored = await importWallet({
      dataFolder: join(dataFolder, 'elsewhere'),
      name: 'restored',
      secret: phrase,
      family,
      ...small,
    });
    expect(restored).toMatchObject({ family, address: wallet.address });
  });

  it('takes a Solana key as its wallets export it, and none whose halves do not belong together', async () => {
    const seed = hex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
    const pair = Uint8Array.from([...seed, ...ed25519PublicKey(seed)]);
    const request = { dataFolder, name: 'main', family: 'solana', ...small } as const;
    const broken = Uint8Array.from(pair).fill(7, 32);
    await expect(importWallet({ ...request, secret: base58.encode(broken) })).rejects.toMatchObject({
      code: 'KEY_INVALID',
    });
    const { address } = await importWallet({ ...request, secret: base58.encode(pair) });
    expect(address).toBe(base58.encode(pair.slice(32)));
  });

  it('signs with the curve of the family, and with no other', async () => {
    await importWallet({ dataFolder, name: 'coins', secret: zeros, family: 'tron', ...small });
    await importWallet({ dataFolder, name: 'sol', secret: zeros, family: 'solana', ...small });
    const signer = await createKeystoreSigner({ dataFolder, password: small.password });
    const message = new TextEncoder().encode('a transaction');
    const signature = await signer.signMessage('sol', message);
    const spki = Buffer.concat([hex('302a300506032b6570032100'), base58.decode(addresses.solana)]);
    const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verify(null, message, publicKey, signature)).toBe(true);
    const fault = { code: 'INTERNAL' };
    await expect(signer.signMessage('coins', message)).rejects.toMatchObject(fault);
    await expect(signer.signDigest('sol', new Uint8Array(32))).rejects.toMatchObject(fault);
    expect(await signer.signDigest('coins', new Uint8Array(32).fill(1))).toMatchObject({ r: expect.any(BigInt) });
  });
});

describe('public vectors', () => {
  it('signs as RFC 8032 does (7.1, test 1)', () => {
    const seed = hex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
    expect(Buffer.from(ed25519PublicKey(seed)).toString('hex')).toBe(
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    );
    expect(Buffer.from(ed25519Sign(seed, new Uint8Array())).toString('hex')).toBe(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    );
  });

  it('derives as SLIP-10 does (test vector 1 for ed25519)', () => {
    const node = HDKey.fromMasterSeed(hex('000102030405060708090a0b0c0d0e0f')).derive("m/0'/1'/2'/2'/1000000000'");
    expect(Buffer.from(node.privateKey).toString('hex')).toBe(
      '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
    );
  });
});
