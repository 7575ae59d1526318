import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as secp256k1 from '@bitcoinerlab/secp256k1';
import { Address } from '@ton/core';
import { WalletContractV5R1 } from '@ton/ton';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tonWalletAddress } from '../../src/families/ton/formats/wallet.ts';
import { tonWalletOf } from '../../src/families/ton/keys/wallet-of.ts';
import { addAccounts } from '../../src/keys/add-accounts.ts';
import { createWallet } from '../../src/keys/create-wallet.ts';
import { findAccount } from '../../src/keys/find-account.ts';
import { importWallet } from '../../src/keys/import-wallet.ts';
import { canonicalJson } from '../../src/keys/keystore-file.ts';
import { listWallets } from '../../src/keys/list-wallets.ts';
import { openKeystores } from '../../src/keys/open-keystores.ts';

let dataFolder = '';
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-accounts-'));
});
afterEach(() => rm(dataFolder, { recursive: true }));

const small = { password: 'correct horse', cost: 16_384 };
const zeros = `${'abandon '.repeat(11)}about`;
/**
 * The first two receiving addresses in the test vectors of BIP-84 and BIP-86, and the public keys
 * behind them.
 */
const vectors = {
  p2wpkh: [
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    '03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77',
  ],
  p2tr: [
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
    'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
    '83dfe85a3151d2517290da461fe2815591ef69f2b18a2ce63f01697a8b313145',
  ],
} as const;
const tonWords =
  'hospital stove relief fringe tongue always charge angry urge sentence again match nerve inquiry senior coconut label tumble carry category beauty bean road solution';
const tonKey = 'f6c450a16bb1c514e22f1977e390a3025599aa1e7b00068a6aacf2119484c1bd';

function subwalletOf(subwalletNumber: number): string {
  const context = { workchain: 0, walletVersion: 'v5r1', subwalletNumber } as const;
  const publicKey = Buffer.from(tonKey, 'hex');
  const { address } = WalletContractV5R1.create({
    publicKey,
    walletId: { networkGlobalId: -239, context },
  });
  return Address.normalize(address);
}

const listed = async () =>
  (await listWallets(dataFolder)).map(({ name, address }) => [name, address]);

describe('accounts of one wallet', () => {
  it.each(['p2wpkh', 'p2tr'] as const)(
    'are the addresses of %s that every wallet program finds',
    async (kind) => {
      const [first, firstKey, second, secondKey] = vectors[kind];
      const account = { kind };
      const request = {
        dataFolder,
        name: 'treasury',
        family: 'bitcoin',
        account,
        secret: zeros,
        ...small,
      } as const;
      const wallet = await importWallet({ ...request, accounts: 2 });
      expect(wallet).toMatchObject({
        name: 'treasury',
        address: first,
        account: { kind, index: 0 },
      });
      expect(await listed()).toEqual([
        ['treasury', first],
        ['treasury/2', second],
      ]);
      // The router receives the internal key of a taproot account.
      expect(
        findAccount(await listWallets(dataFolder), { family: 'bitcoin', address: first })
          ?.publicKey,
      ).toMatch(new RegExp(`${firstKey}$`));
      expect(
        findAccount(await listWallets(dataFolder), { family: 'bitcoin', address: second })
          ?.publicKey,
      ).toMatch(new RegExp(`${secondKey}$`));
      expect(
        findAccount(await listWallets(dataFolder), {
          family: 'bitcoin',
          address: vectors[kind === 'p2tr' ? 'p2wpkh' : 'p2tr'][0],
        })?.publicKey,
      ).toBeUndefined();
    },
  );

  it('are the subwallets of one key on TON, each recognized by its address', async () => {
    const request = {
      dataFolder,
      name: 'treasury',
      family: 'ton',
      secret: tonWords,
      ...small,
    } as const;
    await importWallet({ ...request, accounts: 3 });
    const addresses = (await listed()).map(([name, address = '']) => [
      name,
      Address.normalize(address),
    ]);
    expect(addresses).toEqual([
      ['treasury', subwalletOf(0)],
      ['treasury/2', subwalletOf(1)],
      ['treasury/3', subwalletOf(2)],
    ]);
    for (const [, address = ''] of await listed()) {
      expect(
        tonWalletAddress(
          tonWalletOf(findAccount(await listWallets(dataFolder), { family: 'ton', address }))!,
        ),
      ).toBe(address);
    }
  });

  it('sign with keys of their own', async () => {
    const account = { kind: 'p2tr' } as const;
    const request = {
      dataFolder,
      name: 'treasury',
      family: 'bitcoin',
      account,
      secret: zeros,
      ...small,
    } as const;
    await importWallet({ ...request, accounts: 2 });
    const signer = await openKeystores({ dataFolder, password: small.password });
    const digest = new Uint8Array(32).fill(7);
    // Output keys of BIP-86's vectors.
    const outputKeys = [
      'a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
      'a82f29944d65b86ae6b5e5cc75e294ead6c59391a1edc5e016e3498c67fc7bbb',
    ].map((key) => Uint8Array.from(Buffer.from(key, 'hex')));
    const signatures = await Promise.all(
      ['treasury', 'treasury/2'].map((name) => signer.signTaproot(name, digest)),
    );
    const verified = outputKeys.map((key) =>
      signatures.map((one) => secp256k1.verifySchnorr(digest, key, one)),
    );
    expect(verified).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('can be added with the password alone, and only once', async () => {
    const { wallet, phrase } = await createWallet({
      dataFolder,
      name: 'treasury',
      family: 'bitcoin',
      ...small,
    });
    const before = await readFile(join(dataFolder, 'keys', 'treasury.json'), 'utf8');
    const extend = (accounts: number, password = small.password) =>
      addAccounts({ dataFolder, name: 'treasury', password, accounts });
    await expect(extend(3, 'wrong')).rejects.toMatchObject({ code: 'KEYSTORE_PASSWORD_WRONG' });
    await expect(extend(21)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await readFile(join(dataFolder, 'keys', 'treasury.json'), 'utf8')).toBe(before);
    const two = await extend(2);
    const three = await extend(3);
    expect(three.map(({ name }) => name)).toEqual(['treasury', 'treasury/2', 'treasury/3']);
    expect(three.slice(0, 2)).toEqual(two);
    expect(three[0]).toEqual(wallet);
    expect(await extend(2)).toEqual(three);
    expect(await listWallets(dataFolder)).toEqual(three);
    await expect(openKeystores({ dataFolder, password: small.password })).resolves.toBeDefined();
    // The same as if they had been there from the start.
    const elsewhere = join(dataFolder, 'elsewhere');
    const request = {
      dataFolder: elsewhere,
      name: 'treasury',
      family: 'bitcoin',
      secret: phrase,
      ...small,
    } as const;
    await importWallet({ ...request, accounts: 3 });
    expect(await listWallets(elsewhere)).toEqual(three);
  });

  it('are refused for a single key of Bitcoin, for families with one, and if another wallet has the account', async () => {
    const coins = { dataFolder, family: 'bitcoin', ...small } as const;
    const wif = 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d';
    const fault = { code: 'KEY_INVALID', message: expect.stringContaining('single key') };
    await expect(
      importWallet({ ...coins, name: 'single', secret: wif, accounts: 2 }),
    ).rejects.toMatchObject(fault);
    expect(await listWallets(dataFolder)).toEqual([]);
    await importWallet({ ...coins, name: 'single', secret: wif });
    const single = { dataFolder, name: 'single', password: small.password, accounts: 2 };
    await expect(addAccounts(single)).rejects.toMatchObject(fault);
    for (const family of ['evm', 'tron', 'solana'] as const) {
      const request = { dataFolder, name: family, family, secret: zeros, ...small };
      await expect(importWallet({ ...request, accounts: 2 })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
      });
      await importWallet(request);
      await expect(addAccounts({ ...single, name: family })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
      });
    }
    await rm(join(dataFolder, 'keys', 'single.json'));
    await importWallet({ ...coins, name: 'second', secret: zeros, account: { index: 1 } });
    await importWallet({ ...coins, name: 'first', secret: zeros });
    const taken = { code: 'WALLET_EXISTS', message: expect.stringContaining('second') };
    await expect(addAccounts({ ...single, name: 'first' })).rejects.toMatchObject(taken);
  });

  it('are rejected in a keystore that was changed by someone else', async () => {
    const request = {
      dataFolder,
      name: 'treasury',
      family: 'ton',
      secret: tonWords,
      ...small,
    } as const;
    await importWallet({ ...request, accounts: 3 });
    const path = join(dataFolder, 'keys', 'treasury.json');
    const { digest: _digest, ...file } = JSON.parse(await readFile(path, 'utf8'));
    const write = async (accounts: object[]) => {
      const changed = { ...file, header: { ...file.header, accounts } };
      const digest = createHash('sha256').update(canonicalJson(changed)).digest('hex');
      await writeFile(path, JSON.stringify({ ...changed, digest }));
    };
    const { accounts } = file.header;
    // In another order, with one left out, and with the form of another account: none matches its
    // number.
    const notNext = [
      [...accounts].reverse(),
      accounts.slice(1),
      [{ ...accounts[0], account: file.header.account }],
    ];
    for (const others of notNext) {
      await write(others);
      await expect(listWallets(dataFolder)).rejects.toMatchObject({ code: 'KEYSTORE_DAMAGED' });
    }
    // The right form, but another address: only opening the keystore finds it.
    await write([{ ...accounts[0], address: `0:${'ab'.repeat(32)}` }]);
    await expect(openKeystores({ dataFolder, password: small.password })).rejects.toMatchObject({
      code: 'KEYSTORE_DAMAGED',
    });
  });
});
