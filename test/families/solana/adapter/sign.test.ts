import { createPrivateKey, sign as signEd25519 } from 'node:crypto';
import { Keypair, SystemProgram, VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { isSignedBy } from '../../../../src/families/shared/formats/ed25519.ts';
import { sign } from '../../../../src/families/solana/adapter/sign.ts';
import type { UnsignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import type { Keys } from '../../../../src/ports/keys.ts';
import { built } from './build-transaction.ts';

const chain = ofFamily(chainRegistry.SOLANA!, 'solana');
/** RFC 8032, 7.1, tests 1 to 3: secret key, public key, message and signature. */
const vectors = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const;

const wallet = Keypair.fromSeed(Buffer.from(vectors[0][0], 'hex'));
const maker = Keypair.fromSeed(Buffer.from(vectors[1][0], 'hex'));
const receiver = Keypair.fromSeed(Buffer.from(vectors[2][0], 'hex')).publicKey;
const transfer = SystemProgram.transfer({
  fromPubkey: wallet.publicKey,
  toPubkey: receiver,
  lamports: 1,
});
const fromMaker = SystemProgram.transfer({
  fromPubkey: maker.publicKey,
  toPubkey: receiver,
  lamports: 1,
});

const signer = (key: Keypair): Keys => ({
  async signDigest() {
    throw new Error('these keys are of Ed25519');
  },
  async signTaproot() {
    throw new Error('these keys are of Ed25519');
  },
  async signMessage(_keyRef, message) {
    const seed = Buffer.from(key.secretKey.subarray(0, 32));
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
    return signEd25519(null, message, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  },
});

function unsignedOf(data: string): UnsignedTransaction {
  return {
    family: 'solana',
    chain: 'SOLANA',
    account: wallet.publicKey.toBase58(),
    bytes: `0x${Buffer.from(data, 'base64').toString('hex')}`,
    fee: { family: 'solana', signatureFee: 5_000n, computeUnitLimit: 0n, computeUnitPrice: 0n },
  };
}

const unsigned = unsignedOf(built(wallet.publicKey, [transfer]).data);

describe('Ed25519 signatures', () => {
  it.each(vectors)('of %s are known', (_secret, key, message, signature) => {
    const account = Keypair.fromSeed(Buffer.from(_secret, 'hex')).publicKey;
    expect(Buffer.from(account.toBytes()).toString('hex')).toBe(key);
    const [text, bytes] = [Buffer.from(message, 'hex'), Buffer.from(signature, 'hex')];
    expect(isSignedBy(account.toBase58(), text, bytes)).toBe(true);
    expect(isSignedBy(account.toBase58(), Buffer.concat([text, text, Buffer.of(1)]), bytes)).toBe(
      false,
    );
    expect(isSignedBy(receiver.toBase58(), Buffer.from('other'), bytes)).toBe(false);
  });
});

describe('signing', () => {
  it('makes the bytes that the library makes, and names them by the first signature', async () => {
    const signed = await sign(chain, unsigned, signer(wallet), 'key');
    const transaction = VersionedTransaction.deserialize(
      Buffer.from(unsigned.bytes.slice(2), 'hex'),
    );
    transaction.sign([wallet]);
    expect(signed.bytes).toBe(`0x${Buffer.from(transaction.serialize()).toString('hex')}`);
    expect(signed.txId).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/);
    expect(signed.chain).toBe('SOLANA');
  });

  it('keeps what others have signed', async () => {
    const { data } = built(wallet.publicKey, [transfer, fromMaker], { signers: [maker] });
    const signed = await sign(chain, unsignedOf(data), signer(wallet), 'key');
    const { signatures, message } = VersionedTransaction.deserialize(
      Buffer.from(signed.bytes.slice(2), 'hex'),
    );
    expect(isSignedBy(maker.publicKey.toBase58(), message.serialize(), signatures[1]!)).toBe(true);
  });

  const cosigned = built(wallet.publicKey, [transfer, fromMaker], { signers: [maker] }).data;
  const tampered = Buffer.from(cosigned, 'base64');
  tampered[tampered.length - 1] = 7;
  it.each<[string, UnsignedTransaction, Keypair]>([
    ['by another key', unsigned, maker],
    ['for another chain', { ...unsigned, chain: 'ETH' }, wallet],
    ['where another account pays', { ...unsigned, account: maker.publicKey.toBase58() }, wallet],
    [
      'of bytes that are signed',
      unsignedOf(built(wallet.publicKey, [transfer], { signers: [wallet] }).data),
      wallet,
    ],
    ['without a cosigner', unsignedOf(built(wallet.publicKey, [transfer, fromMaker]).data), wallet],
    ['of what a cosigner has not signed', unsignedOf(tampered.toString('base64')), wallet],
    ['of no transaction', { ...unsigned, bytes: '0x00' }, wallet],
  ])('does not happen %s', async (_what, transaction, key) => {
    await expect(sign(chain, transaction, signer(key), 'key')).rejects.toMatchObject({
      code: 'SIGNATURE_MISMATCH',
    });
  });
});
