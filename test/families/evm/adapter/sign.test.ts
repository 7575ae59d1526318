import { getAddress, type Hex, keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import type { Fee } from '../../../../src/core/swap/transaction-object.ts';
import { prepare } from '../../../../src/families/evm/adapter/prepare.ts';
import { sign } from '../../../../src/families/evm/adapter/sign.ts';
import type { EvmChain } from '../../../../src/families/evm/formats/chain.ts';
import type { EvmTransaction } from '../../../../src/families/evm/formats/transaction.ts';
import type { RecoverableSignature } from '../../../../src/ports/keys.ts';
import { testKeys } from './test-keys.ts';

const ethereum = ofFamily(chainRegistry.ETH!, 'evm');
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

interface PublicVector {
  source: string;
  chain: EvmChain;
  key: Hex;
  nonce: bigint;
  transaction: EvmTransaction;
  fee: Fee;
  unsigned?: Hex;
  signed: Hex;
}

const vectors: PublicVector[] = [
  {
    source: 'EIP-155, example',
    chain: { ...ethereum, transactionType: 'legacy' },
    key: `0x${'46'.repeat(32)}`,
    nonce: 9n,
    transaction: { family: 'evm', to: `0x${'35'.repeat(20)}`, data: '0x', value: 10n ** 18n },
    fee: {
      family: 'evm',
      gasLimit: 21_000n,
      maxFeePerGas: 20_000_000_000n,
      maxPriorityFeePerGas: 0n,
    },
    unsigned:
      '0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080',
    signed:
      '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
  },
  ...[
    {
      nonce: 819n,
      value: 43_203_529n,
      fee: {
        family: 'evm',
        gasLimit: 35_552n,
        maxFeePerGas: 121_212n,
        maxPriorityFeePerGas: 75_853n,
      } as const,
      signed:
        '0x02f870821e8e8203338301284d8301d97c828ae094000000000000000000000000000000000000aaaa8402933bc980c080a0d067f2167008c59219652f91cbf8788dbca5f771f6e91e2b7657e85b78b472e0a01d305af9fe81fdba43f0dfcd400ed24dcace0a7e30d4e85701dcaaf484cd079e' as const,
    },
    {
      // A leading zero in r, which must not be written.
      nonce: 353n,
      value: 61_901_619n,
      fee: {
        family: 'evm',
        gasLimit: 32_593n,
        maxFeePerGas: 136_295n,
        maxPriorityFeePerGas: 38_850n,
      } as const,
      signed:
        '0x02f86f821e8e8201618297c283021467827f5194000000000000000000000000000000000000aaaa8403b08b3380c001a004205678f13fc1d7b10feea6513dfa76e24418b6e08097d95c6f93a3b64e536da01d45ad61bfece43862de2cce7d2575a8c1d08c26c87f3cb5f26d7b0be54a91b2' as const,
    },
  ].map(
    ({ nonce, value, fee, signed }): PublicVector => ({
      source: `EIP-1559, Besu's vectors, nonce ${nonce}`,
      chain: { ...ethereum, chainId: 7_822 },
      key: '0x8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63',
      nonce,
      transaction: {
        family: 'evm',
        to: '0x000000000000000000000000000000000000aaaa',
        data: '0x',
        value,
      },
      fee,
      signed,
    }),
  ),
];

const [vector] = vectors as [PublicVector];

async function signVector(
  { chain, key, nonce, transaction, fee }: PublicVector,
  tamper?: (signature: RecoverableSignature) => RecoverableSignature,
) {
  const account = privateKeyToAccount(key).address;
  const unsigned = prepare(chain, { account, terms: { kind: 'nonce', nonce }, transaction, fee });
  return {
    unsigned,
    signed: await sign(
      chain,
      unsigned,
      testKeys(() => key, tamper),
      'key',
    ),
  };
}

describe('signing', () => {
  it.each(vectors)('gives the bytes of $source', async (public_) => {
    const { unsigned, signed } = await signVector(public_);
    if (public_.unsigned) expect(unsigned.bytes).toBe(public_.unsigned);
    expect(signed.bytes).toBe(public_.signed);
    expect(signed.txId).toBe(keccak256(public_.signed));
  });

  it.each<[string, (signature: RecoverableSignature) => RecoverableSignature]>([
    ['the other parity', ({ yParity, ...rest }) => ({ ...rest, yParity: 1 - yParity })],
    ['an invalid parity', (signature) => ({ ...signature, yParity: 27 })],
    [
      'the high form of s',
      ({ s, yParity, ...rest }) => ({ ...rest, s: order - s, yParity: 1 - yParity }),
    ],
    ['r of zero', (signature) => ({ ...signature, r: 0n })],
    ['a signature of another message', (signature) => ({ ...signature, r: signature.r + 1n })],
  ])('rejects %s', async (_what, tamper) => {
    for (const public_ of vectors) {
      await expect(signVector(public_, tamper)).rejects.toMatchObject({
        code: 'SIGNATURE_MISMATCH',
      });
    }
  });

  it.each<[string, (bytes: string) => string]>([
    ['trailing bytes', (bytes) => `${bytes}00`],
    ['truncated bytes', (bytes) => bytes.slice(0, -2)],
    ['bytes in upper case', (bytes) => bytes.toUpperCase().replace('0X', '0x')],
    ['bytes that are already signed', () => vector.signed],
    ['no bytes', () => '0x'],
    [
      'a gas limit with a leading zero',
      (bytes) => bytes.replace('0xec', '0xed').replace('825208', '83005208'),
    ],
  ])('does not sign %s', async (_what, change) => {
    const { unsigned } = await signVector(vector);
    const changed = { ...unsigned, bytes: change(unsigned.bytes) };
    const signing = sign(
      vector.chain,
      changed,
      testKeys(() => vector.key),
      'key',
    );
    await expect(signing).rejects.toMatchObject({ code: 'SIGNATURE_MISMATCH' });
  });

  it('does not sign what costs more than is said of it', async () => {
    const { unsigned } = await signVector(vector);
    for (const other of [{ gasLimit: 0n }, { maxFeePerGas: 1n }])
      await expect(
        sign(
          vector.chain,
          { ...unsigned, fee: { ...ofFamily(vector.fee, 'evm'), ...other } },
          testKeys(() => vector.key),
          'key',
        ),
      ).rejects.toMatchObject({ code: 'SIGNATURE_MISMATCH' });
  });

  it('does not sign for another chain, by name or by id', async () => {
    const { unsigned } = await signVector(vector);
    const signer = testKeys(() => vector.key);
    for (const other of [
      { ...vector.chain, name: 'BSC' },
      { ...vector.chain, chainId: 56 },
    ]) {
      await expect(sign(other, unsigned, signer, 'key')).rejects.toMatchObject({
        code: 'SIGNATURE_MISMATCH',
      });
    }
  });
});

describe('preparing', () => {
  it('takes an address without a checksum, and returns the account with its checksum', () => {
    const to = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
    const request = { account: to, terms: { kind: 'nonce', nonce: 0n } as const, fee: vector.fee };
    const lower = prepare(ethereum, { ...request, transaction: { ...vector.transaction, to } });
    const exact = prepare(ethereum, {
      ...request,
      transaction: { ...vector.transaction, to: getAddress(to) },
    });
    expect(lower).toEqual(exact);
    expect(lower.account).toBe(getAddress(to));
  });

  it('refuses a nonce that is out of range', () => {
    const request = {
      account: getAddress(vector.transaction.to),
      transaction: vector.transaction,
      fee: vector.fee,
    };
    expect(() =>
      prepare(ethereum, { ...request, terms: { kind: 'nonce', nonce: 2n ** 53n } }),
    ).toThrow('nonce');
    expect(() => prepare(ethereum, { ...request, terms: { kind: 'nonce', nonce: -1n } })).toThrow(
      'nonce',
    );
  });
});
