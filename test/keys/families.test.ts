import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as secp256k1 from '@bitcoinerlab/secp256k1';
import { base58 } from '@scure/base';
import { Address } from '@ton/core';
import { WalletContractV5R1 } from '@ton/ton';
import { HDKey } from 'micro-key-producer/slip10.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Family, families } from '../../src/core/swap/chains.ts';
import { tonWalletAddress } from '../../src/families/ton/formats/wallet.ts';
import { tonWalletOf } from '../../src/families/ton/keys/wallet-of.ts';
import type { AccountChoice } from '../../src/keys/account-form.ts';
import { createWallet } from '../../src/keys/create-wallet.ts';
import { ed25519PublicKey, ed25519Sign } from '../../src/keys/ed25519.ts';
import { findAccount } from '../../src/keys/find-account.ts';
import { importWallet } from '../../src/keys/import-wallet.ts';
import { canonicalJson } from '../../src/keys/keystore-file.ts';
import { listWallets } from '../../src/keys/list-wallets.ts';
import { openKeystores } from '../../src/keys/open-keystores.ts';

let dataFolder = '';
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-keys-'));
});
afterEach(() => rm(dataFolder, { recursive: true }));

const small = { password: 'correct horse', cost: 16_384 };
const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));

/**
 * The phrase of 128 zero bits (BIP-39's first vector), and the addresses that wallets show first
 * for it.
 */
const zeros = `${'abandon '.repeat(11)}about`;
const addresses = {
  evm: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  tron: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  ton: '0:47caefa86550c7458435fab2a51aaa47cb9c80a9a9cf062ac440d30d3a67c72e',
  bitcoin: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
} as const;

/**
 * github.com/trustwallet/wallet-core, and github.com/ton-org/ton-crypto, mnemonic.spec.ts: words,
 * and the seed followed by the public key.
 */
const trustPhrase =
  'stuff diamond cycle federal scan spread pigeon people engage teach snack grain';
const tonWords =
  'hospital stove relief fringe tongue always charge angry urge sentence again match nerve inquiry senior coconut label tumble carry category beauty bean road solution';
const tonKey =
  '9d659a6c2234db7f6e4f977e6e8653b9f5946d557163f31034011375d8f3f97df6c450a16bb1c514e22f1977e390a3025599aa1e7b00068a6aacf2119484c1bd';

const tonAddressOf = (text: string): string => Address.parse(text).toRawString();
function contractOf({
  networkGlobalId,
  subwallet = 0,
}: {
  networkGlobalId: number;
  subwallet?: number;
}): string {
  const context = { workchain: 0, walletVersion: 'v5r1', subwalletNumber: subwallet } as const;
  const publicKey = Buffer.from(hex(tonKey.slice(64)));
  return WalletContractV5R1.create({
    publicKey,
    walletId: { networkGlobalId, context },
  }).address.toRawString();
}

describe('wallets of each family', () => {
  it.each(families)('has on %s the address that every wallet has for a phrase', async (family) => {
    const wallet = await importWallet({
      dataFolder,
      name: family,
      secret: zeros,
      family,
      ...small,
    });
    expect(wallet).toMatchObject({
      name: family,
      family,
      address: addresses[family],
      keyRef: family,
    });
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

  it.each<[string, Family, AccountChoice, string, string]>([
    // BIP-86 and BIP-84, and their keys on other networks; the keys of BIP-84 as an export.
    [
      'BIP-86',
      'bitcoin',
      { kind: 'p2tr' },
      zeros,
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    ],
    [
      'test networks',
      'bitcoin',
      { network: 'testnet' },
      zeros,
      'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl',
    ],
    [
      'an export',
      'bitcoin',
      {},
      'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d',
      addresses.bitcoin,
    ],
    // wallet-core of Trust Wallet, TWAnyAddressTests.cpp; and @ton/ton with the words of
    // @ton/crypto's own test.
    [
      'words of BIP-39',
      'ton',
      { version: 'v4r2' },
      trustPhrase,
      tonAddressOf('EQDYW_1eScJVxtitoBRksvoV9cCYo4uKGWLVNIHB1JqRR3n0'),
    ],
    ['its own words', 'ton', {}, tonWords, contractOf({ networkGlobalId: -239 })],
    [
      'a subwallet',
      'ton',
      { subwallet: 7, networkId: -3 },
      tonWords,
      contractOf({ networkGlobalId: -3, subwallet: 7 }),
    ],
    ['a key', 'ton', {}, tonKey, contractOf({ networkGlobalId: -239 })],
  ])(
    'has the account that is chosen: %s on %s',
    async (_what, family, account, secret, address) => {
      const request = { dataFolder, name: 'chosen', family, account, secret, ...small };
      const wallet = await importWallet(request);
      expect(wallet).toMatchObject({ family, address, account: { family, ...account } });
      expect(await listWallets(dataFolder)).toEqual([wallet]);
      await expect(openKeystores({ dataFolder, password: small.password })).resolves.toBeDefined();
    },
  );

  it.each<[Family, AccountChoice, string, string, RegExp]>([
    ['evm', { kind: 'p2tr' }, zeros, 'INVALID_REQUEST', /evm has no kind/],
    ['bitcoin', { subwallet: 1 }, zeros, 'INVALID_REQUEST', /bitcoin has no subwallet/],
    ['ton', { network: 'testnet' }, zeros, 'INVALID_REQUEST', /ton has no network/],
    ['ton', { subwallet: 32_768 }, zeros, 'INVALID_REQUEST', /subwallet/],
    ['bitcoin', { network: 'signet' as 'testnet' }, zeros, 'INVALID_REQUEST', /network/],
    [
      'bitcoin',
      { network: 'regtest' },
      'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d',
      'KEY_INVALID',
      /regtest/,
    ],
    ['bitcoin', {}, tonWords, 'KEY_INVALID', /phrase/],
    ['bitcoin', {}, '', 'KEY_INVALID', /nothing was given/],
  ])('refuses on %s %o', async (family, account, secret, code, message) => {
    const request = { dataFolder, name: 'none', family, account, secret, ...small };
    await expect(importWallet(request)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(await listWallets(dataFolder)).toEqual([]);
  });

  it('opens no keystore whose account was changed after it was written', async () => {
    const chosen = { network: 'testnet' } as const;
    await importWallet({
      dataFolder,
      name: 'coins',
      family: 'bitcoin',
      account: chosen,
      secret: zeros,
      ...small,
    });
    const path = join(dataFolder, 'keys', 'coins.json');
    const { digest: _digest, ...file } = JSON.parse(await readFile(path, 'utf8'));
    const write = async (account: object | undefined) => {
      const changed = { ...file, header: { ...file.header, account } };
      const digest = createHash('sha256').update(canonicalJson(changed)).digest('hex');
      await writeFile(path, JSON.stringify({ ...changed, digest }));
      return openKeystores({ dataFolder, password: small.password });
    };
    const { account } = file.header;
    await expect(write(account)).resolves.toBeDefined();
    // Another account of the same path, one of another path, and none.
    for (const other of [
      { ...account, network: 'regtest' },
      { ...account, kind: 'p2tr' },
      undefined,
    ]) {
      await expect(write(other)).rejects.toMatchObject({ code: 'KEYSTORE_DAMAGED' });
    }
  });

  it.each<AccountChoice>([{}, { version: 'v4r2', subwallet: 3 }, { networkId: -3, subwallet: 9 }])(
    'knows without a password the contract of a wallet of TON: %o',
    async (account) => {
      const { address } = await importWallet({
        dataFolder,
        name: 'ton',
        family: 'ton',
        account,
        secret: tonWords,
        ...small,
      });
      await importWallet({ dataFolder, name: 'another', family: 'ton', secret: zeros, ...small });
      const wallet = tonWalletOf(
        findAccount(await listWallets(dataFolder), { family: 'ton', address }),
      );
      expect(tonWalletAddress(wallet!)).toBe(address);
      expect(
        tonWalletOf(
          findAccount(await listWallets(dataFolder), {
            family: 'ton',
            address: `0:${'ab'.repeat(32)}`,
          }),
        ),
      ).toBeUndefined();
    },
  );

  it('accepts a Solana key as its wallets export it, and none whose halves do not match', async () => {
    const seed = hex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
    const pair = Uint8Array.from([...seed, ...ed25519PublicKey(seed)]);
    const request = { dataFolder, name: 'main', family: 'solana', ...small } as const;
    const broken = Uint8Array.from(pair).fill(7, 32);
    await expect(importWallet({ ...request, secret: base58.encode(broken) })).rejects.toMatchObject(
      {
        code: 'KEY_INVALID',
      },
    );
    const { address } = await importWallet({ ...request, secret: base58.encode(pair) });
    expect(address).toBe(base58.encode(pair.slice(32)));
  });

  it('signs with the curve of the family, and with no other', async () => {
    await importWallet({ dataFolder, name: 'coins', secret: zeros, family: 'tron', ...small });
    await importWallet({ dataFolder, name: 'sol', secret: zeros, family: 'solana', ...small });
    const signer = await openKeystores({ dataFolder, password: small.password });
    const message = new TextEncoder().encode('a transaction');
    const signature = await signer.signMessage('sol', message);
    const spki = Buffer.concat([hex('302a300506032b6570032100'), base58.decode(addresses.solana)]);
    const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verify(null, message, publicKey, signature)).toBe(true);
    const fault = { code: 'INTERNAL' };
    await expect(signer.signMessage('coins', message)).rejects.toMatchObject(fault);
    await expect(signer.signDigest('sol', new Uint8Array(32))).rejects.toMatchObject(fault);
    expect(await signer.signDigest('coins', new Uint8Array(32).fill(1))).toMatchObject({
      r: expect.any(BigInt),
    });
  });

  it('signs for Bitcoin with the key and with the output key, and for TON', async () => {
    await importWallet({
      dataFolder,
      name: 'tap',
      secret: zeros,
      family: 'bitcoin',
      account: { kind: 'p2tr' },
      ...small,
    });
    await importWallet({ dataFolder, name: 'ton', secret: tonWords, family: 'ton', ...small });
    await importWallet({ dataFolder, name: 'evm', secret: zeros, ...small });
    const signer = await openKeystores({ dataFolder, password: small.password });
    const digest = new Uint8Array(32).fill(7);
    // BIP-86's output key of the phrase's first address.
    const outputKey = hex('a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c');
    expect(
      secp256k1.verifySchnorr(digest, outputKey, await signer.signTaproot('tap', digest)),
    ).toBe(true);
    const { r, s } = await signer.signDigest('tap', digest);
    const bytes = hex([r, s].map((word) => word.toString(16).padStart(64, '0')).join(''));
    const publicKey = hex('03cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115');
    const isSigned = [publicKey, publicKey.with(0, 2)].some((one) =>
      secp256k1.verify(digest, one, bytes),
    );
    expect(isSigned).toBe(true);
    const spki = Buffer.concat([hex('302a300506032b6570032100'), hex(tonKey.slice(64))]);
    const ton = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verify(null, digest, ton, await signer.signMessage('ton', digest))).toBe(true);
    for (const name of ['ton', 'evm']) {
      await expect(signer.signTaproot(name, digest)).rejects.toMatchObject({ code: 'INTERNAL' });
    }
    await expect(signer.signMessage('tap', digest)).rejects.toMatchObject({ code: 'INTERNAL' });
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
    const node = HDKey.fromMasterSeed(hex('000102030405060708090a0b0c0d0e0f')).derive(
      "m/0'/1'/2'/2'/1000000000'",
    );
    expect(Buffer.from(node.privateKey).toString('hex')).toBe(
      '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
    );
  });
});
