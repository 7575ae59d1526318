import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keccak256, recoverAddress, stringToBytes, toHex } from 'viem';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWallet } from '../../src/keys/create-wallet.ts';
import { importWallet } from '../../src/keys/import-wallet.ts';
import { canonicalJson } from '../../src/keys/keystore-file.ts';
import { listWallets } from '../../src/keys/list-wallets.ts';
import { openKeystores } from '../../src/keys/open-keystores.ts';

/** The phrase that every local development node uses; its addresses are public knowledge. */
const junk = 'test test test test test test test test test test test junk';
const junkAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const junkKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const digest = keccak256(stringToBytes('a transaction'), 'bytes');

let dataFolder = '';
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-keys-'));
});
afterEach(() => rm(dataFolder, { recursive: true }));

const small = { password: 'correct horse', cost: 16_384 };
const file = (name: string): string => join(dataFolder, 'keys', `${name}.json`);
const open = (password = small.password) => openKeystores({ dataFolder, password });

describe('wallets', () => {
  const elsewhere = () => ({ dataFolder: join(dataFolder, 'elsewhere') });

  it('has the address that every wallet has for a phrase, and for a key', async () => {
    const phrase = await importWallet({
      dataFolder,
      name: 'phrase',
      secret: `  ${junk.toUpperCase()}\n`,
      ...small,
    });
    const key = await importWallet({ ...elsewhere(), name: 'key', secret: junkKey, ...small });
    expect(phrase).toEqual({
      name: 'phrase',
      family: 'evm',
      address: junkAddress,
      keyRef: 'phrase',
    });
    expect(key.address).toBe(junkAddress);
  });

  it('signs with the key, low s and deterministically, so that the address recovers', async () => {
    await importWallet({ dataFolder, name: 'main', secret: junk, ...small });
    const signer = await open();
    const signature = await signer.signDigest('main', digest);
    const again = await signer.signDigest('main', digest);
    const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
    expect(again).toEqual(signature);
    expect(signature.s <= halfOrder).toBe(true);
    const { r, s, yParity } = signature;
    const words = { r: toHex(r, { size: 32 }), s: toHex(s, { size: 32 }), yParity };
    expect(await recoverAddress({ hash: digest, signature: words })).toBe(junkAddress);
  });

  it('makes wallets that their phrase makes again', async () => {
    const { wallet, phrase } = await createWallet({ dataFolder, name: 'new', ...small });
    expect(phrase.split(' ')).toHaveLength(12);
    const restored = await importWallet({
      ...elsewhere(),
      name: 'restored',
      secret: phrase,
      ...small,
    });
    expect(restored.address).toBe(wallet.address);
    expect((await createWallet({ dataFolder, name: 'other', ...small })).phrase).not.toBe(phrase);
  });

  it('uses the documented cost by default', async () => {
    await importWallet({ dataFolder, name: 'main', secret: junk, password: 'p' });
    expect(JSON.parse(await readFile(file('main'), 'utf8')).header.kdf).toMatchObject({
      n: 131_072,
      r: 8,
      p: 1,
    });
    await expect(open('p')).resolves.toBeDefined();
  });

  it('lists names and addresses without a password', async () => {
    expect(await listWallets(dataFolder)).toEqual([]);
    await importWallet({ dataFolder, name: 'b', secret: junk, ...small });
    const { wallet } = await createWallet({ dataFolder, name: 'a', ...small });
    expect(await listWallets(dataFolder)).toEqual([
      wallet,
      { name: 'b', family: 'evm', address: junkAddress, keyRef: 'b' },
    ]);
  });

  it('refuses an invalid name, a phrase with a wrong word, a key outside the curve, no password', async () => {
    for (const name of ['../main', 'Main', '', '.hidden', 'a/b', 'x'.repeat(64)]) {
      await expect(
        importWallet({ dataFolder, name, secret: junk, ...small }),
      ).rejects.toMatchObject({
        code: 'WALLET_NAME_INVALID',
      });
    }
    const wrong = [
      junk.replace('junk', 'test'),
      '0x12',
      `0x${'0'.repeat(64)}`,
      `0x${'f'.repeat(64)}`,
      '',
    ];
    for (const secret of wrong) {
      const error = await importWallet({ dataFolder, name: 'main', secret, ...small }).catch(
        (thrown: Error) => thrown,
      );
      expect(error).toMatchObject({ code: 'KEY_INVALID' });
      expect((error as Error).cause).toBeUndefined();
      if (secret !== '') expect((error as Error).message).not.toContain(secret);
    }
    await expect(
      importWallet({ dataFolder, name: 'main', secret: junk, password: '' }),
    ).rejects.toThrow('password');
    expect(await listWallets(dataFolder)).toEqual([]);
  });
});

describe('files', () => {
  it('are readable by their owner only, hold no secret, and leave no other files', async () => {
    await importWallet({ dataFolder, name: 'main', secret: junkKey, ...small });
    expect((await stat(file('main'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataFolder, 'keys'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(dataFolder, 'keys'))).toEqual(['main.json']);
    expect(await readFile(file('main'), 'utf8')).not.toContain(junkKey.slice(2));
  });

  it('are never overwritten, even by two at once', async () => {
    const make = () => createWallet({ dataFolder, name: 'main', ...small });
    const { wallet } = await make();
    const before = await readFile(file('main'), 'utf8');
    const results = await Promise.allSettled([
      make(),
      importWallet({ dataFolder, name: 'main', secret: junk, ...small }),
    ]);
    for (const result of results) expect(result.status).toBe('rejected');
    await expect(make()).rejects.toMatchObject({ code: 'WALLET_EXISTS' });
    expect(await readFile(file('main'), 'utf8')).toBe(before);
    expect(await listWallets(dataFolder)).toEqual([wallet]);
  });

  it('hold an account once: in the journal it has one name', async () => {
    await importWallet({ dataFolder, name: 'main', secret: junk, ...small });
    const again = importWallet({ dataFolder, name: 'again', secret: junk, ...small });
    await expect(again).rejects.toMatchObject({
      code: 'WALLET_EXISTS',
      message: expect.stringContaining('main'),
    });
    expect(await readdir(join(dataFolder, 'keys'))).toEqual(['main.json']);
  });

  it('distinguish a wrong password from damage', async () => {
    await importWallet({ dataFolder, name: 'main', secret: junk, ...small });
    await expect(open('wrong horse')).rejects.toMatchObject({ code: 'KEYSTORE_PASSWORD_WRONG' });
    const whole = await readFile(file('main'), 'utf8');
    const { cipher, header } = JSON.parse(whole);
    const flip = (text: string): string => (text.startsWith('0') ? '1' : '0') + text.slice(1);
    const damages = {
      'a flipped bit in the cipher text': whole.replace(cipher.text, flip(cipher.text)),
      'a flipped bit in the salt': whole.replace(header.kdf.salt, flip(header.kdf.salt)),
      'another address': whole.replace(junkAddress, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'),
      'a cheaper derivation': whole.replace('16384', '32768'),
      'half a file': whole.slice(0, whole.length / 2),
      'an empty file': '',
    };
    for (const [what, text] of Object.entries(damages)) {
      await writeFile(file('main'), text);
      await expect(open(), what).rejects.toMatchObject({ code: 'KEYSTORE_DAMAGED' });
      await expect(listWallets(dataFolder), what).rejects.toMatchObject({
        code: 'KEYSTORE_DAMAGED',
      });
    }
  });

  it('are refused if someone changed them and recomputed the digest', async () => {
    await importWallet({ dataFolder, name: 'main', secret: junk, ...small });
    const { digest: _digest, ...keystore } = JSON.parse(await readFile(file('main'), 'utf8'));
    keystore.header.address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const fitting = createHash('sha256').update(canonicalJson(keystore)).digest('hex');
    await writeFile(file('main'), JSON.stringify({ ...keystore, digest: fitting }));
    await expect(open()).rejects.toMatchObject({ code: 'KEYSTORE_DAMAGED' });
  });

  it('reveal a change of their name or bounds', async () => {
    await importWallet({ dataFolder, name: 'main', secret: junk, ...small });
    const { digest: _digest, ...keystore } = JSON.parse(await readFile(file('main'), 'utf8'));
    keystore.header.kdf.n = 2 ** 30;
    const fitting = createHash('sha256').update(canonicalJson(keystore)).digest('hex');
    await writeFile(file('main'), JSON.stringify({ ...keystore, digest: fitting }));
    await expect(open()).rejects.toMatchObject({ code: 'KEYSTORE_DAMAGED' });
    await rm(file('main'));
    await importWallet({ dataFolder, name: 'main', secret: junk, ...small });
    await rename(file('main'), file('other'));
    await expect(open()).rejects.toMatchObject({ code: 'KEYSTORE_DAMAGED' });
  });
});

it('has no key for a wallet that did not exist at the start', async () => {
  const signer = await open();
  await expect(signer.signDigest('main', digest)).rejects.toMatchObject({
    code: 'KEYSTORE_MISSING',
  });
});
