import { WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import { describe, expect, it } from 'vitest';
import { friendlyTonAddress } from '../../../../src/families/ton/formats/address.ts';
import { tonNetworks } from '../../../../src/families/ton/formats/network.ts';
import { deriveTonWallet } from '../../../../src/families/ton/keys/derive-wallet.ts';
import { parseTonSecret } from '../../../../src/families/ton/keys/secret.ts';
import { ed25519PublicKey } from '../../../../src/keys/ed25519.ts';
import type { WalletSecret } from '../../../../src/keys/wallet-secret.ts';

const { mainnet, testnet } = tonNetworks;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * github.com/ton-org/ton-crypto, mnemonic.spec.ts: words, and the seed with the public key behind
 * it.
 */
const tonVectors = [
  [
    'hospital stove relief fringe tongue always charge angry urge sentence again match nerve inquiry senior coconut label tumble carry category beauty bean road solution',
    '9d659a6c2234db7f6e4f977e6e8653b9f5946d557163f31034011375d8f3f97df6c450a16bb1c514e22f1977e390a3025599aa1e7b00068a6aacf2119484c1bd',
  ],
  [
    'dose ice enrich trigger test dove century still betray gas diet dune use other base gym mad law immense village world example praise game',
    '119dcf2840a3d56521d260b2f125eedc0d4f3795b9e627269a4b5a6dca8257bdc04ad1885c127fe863abb00752fa844e6439bb04f264d70de7cea580b32637ab',
  ],
  [
    'hobby coil wisdom mechanic fossil pretty enough attract since choice exhaust hazard kit oven damp flip hawk tribe spice glare step hammer apple number',
    '764c63ecdc92b331caf3c5a81c483da8444d4ac87d87af9e3cd36ae207d94e5199ac861b19db16bc0f01adfc6897f4760dfc44f9415284c78689d4fcc28b94f7',
  ],
] as const;

/**
 * github.com/trustwallet/wallet-core, tests/chains/TheOpenNetwork/TWAnyAddressTests.cpp: a V4R2
 * wallet at m/44'/607'/0'.
 */
const trustPhrase =
  'stuff diamond cycle federal scan spread pigeon people engage teach snack grain';
const trustAddress = 'EQDYW_1eScJVxtitoBRksvoV9cCYo4uKGWLVNIHB1JqRR3n0';

describe('the wallets of a key', () => {
  it.each(tonVectors)('are those of TON’s own words: %s', async (phrase, pair) => {
    const secret = await parseTonSecret(phrase);
    expect(secret.kind).toBe('ton-phrase');
    const { key, wallet } = await deriveTonWallet(secret, { version: 'v5r1', network: mainnet });
    expect(hex(key) + hex(wallet.publicKey)).toBe(pair);
    const again = await deriveTonWallet(await parseTonSecret(pair), {
      version: 'v5r1',
      network: mainnet,
    });
    expect(hex(again.key)).toBe(hex(key));
  });

  it('are those of a BIP-39 phrase as other wallets have them', async () => {
    const secret = await parseTonSecret(`  ${trustPhrase.toUpperCase()} `);
    expect(secret).toEqual({ kind: 'phrase', phrase: trustPhrase });
    const { address } = await deriveTonWallet(secret, { version: 'v4r2', network: mainnet });
    expect(friendlyTonAddress(address, { bounceable: true })).toBe(trustAddress);
  });

  it('are one for each version, network and subwallet', async () => {
    const secret: WalletSecret = { kind: 'private-key', key: new Uint8Array(32).fill(7) };
    const publicKey = Buffer.from(ed25519PublicKey(secret.key));
    const of = async (
      version: 'v4r2' | 'v5r1',
      network: number,
      subwallet?: number,
    ): Promise<string> =>
      (
        await deriveTonWallet(secret, {
          version,
          network,
          ...(subwallet === undefined ? {} : { subwallet }),
        })
      ).address;
    const v4 = (walletId?: number) =>
      WalletContractV4.create({ workchain: 0, publicKey, ...(walletId ? { walletId } : {}) });
    const v5 = (networkGlobalId: number, subwalletNumber: number) =>
      WalletContractV5R1.create({
        publicKey,
        walletId: {
          networkGlobalId,
          context: { workchain: 0, walletVersion: 'v5r1', subwalletNumber },
        },
      });
    expect(await of('v4r2', mainnet)).toBe(v4().address.toRawString());
    expect(await of('v4r2', testnet)).toBe(v4().address.toRawString());
    expect(await of('v4r2', mainnet, 3)).toBe(v4(698_983_194).address.toRawString());
    for (const network of [mainnet, testnet]) {
      for (const subwallet of [0, 1, 500]) {
        expect(await of('v5r1', network, subwallet)).toBe(
          v5(network, subwallet).address.toRawString(),
        );
      }
    }
  });
});

describe('what a person imports', () => {
  const [[words, pair]] = tonVectors;
  const fault = { code: 'KEY_INVALID' };

  it.each([
    ['nothing', ''],
    ['words that are none', `${'ferry '.repeat(23)}man`],
    ['words of TON without one', words.split(' ').slice(1).join(' ')],
    ['words of TON in another order', words.split(' ').reverse().join(' ')],
    ['a BIP-39 phrase with a wrong checksum', `${'abandon '.repeat(11)}abandon`],
    ['a key too short', pair.slice(0, 62)],
    ['halves that do not belong together', pair.slice(0, 64) + pair.slice(0, 64)],
  ])('is refused: %s', async (_what, text) => {
    await expect(parseTonSecret(text)).rejects.toMatchObject(fault);
  });

  it('is never told back', async () => {
    const reversed = words.split(' ').reverse().join(' ');
    const error = await parseTonSecret(reversed).catch((caught: unknown) => caught);
    expect(error).toMatchObject(fault);
    for (const word of ['hospital', 'solution'])
      expect(`${error} ${JSON.stringify(error)}`).not.toContain(word);
  });

  it('has to be said where a phrase is right in both schemes', async () => {
    const both =
      'hero thank obvious trip ostrich repeat label pulp abandon fortune west trigger clap humor diet brief stool piece employ pigeon run episode help hotel';
    await expect(parseTonSecret(both)).rejects.toMatchObject(fault);
    const addresses = await Promise.all(
      (['phrase', 'ton-phrase'] as const).map(async (scheme) => {
        const secret = await parseTonSecret(both, scheme);
        expect(secret).toEqual({ kind: scheme, phrase: both });
        return (await deriveTonWallet(secret, { version: 'v5r1', network: mainnet })).address;
      }),
    );
    expect(new Set(addresses).size).toBe(2);
    await expect(parseTonSecret(words, 'phrase')).rejects.toMatchObject(fault);
  });
});
