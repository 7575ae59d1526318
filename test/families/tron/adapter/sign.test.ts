import { type Hex, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { encodeRawData } from '../../../../src/families/tron/adapter/raw-data.ts';
import { sign } from '../../../../src/families/tron/adapter/sign.ts';
import { tronAddressOf } from '../../../../src/families/tron/formats/address.ts';
import type { UnsignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import type { RecoverableSignature } from '../../../../src/ports/keys.ts';
import { testKeys } from '../../evm/adapter/test-keys.ts';

const chain = ofFamily(chainRegistry.TRON!, 'tron');
const key = generatePrivateKey();
const owner = privateKeyToAccount(key).address;
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function anUnsigned(change: Partial<UnsignedTransaction> = {}, by = owner): UnsignedTransaction {
  const bytes = encodeRawData({
    type: 'TriggerSmartContract',
    owner: by,
    to: '0x0605808857d431Bfb447979A599B19Ab48166C9c',
    data: '0xc35703ea',
    value: 0n,
    feeLimit: 1_000_000n,
    referenceBytes: '00ab',
    referenceHash: '0011223344556677',
    expiration: 1_800_000_060_000n,
    timestamp: 1_800_000_000_000n,
  });
  const fee = { family: 'tron', feeLimit: 1_000_000n, bandwidthFee: 0n } as const;
  return { family: 'tron', chain: 'TRON', account: tronAddressOf(owner), bytes, fee, ...change };
}

const signed = (
  unsigned: UnsignedTransaction,
  tamper?: (signature: RecoverableSignature) => RecoverableSignature,
  keyOf: () => Hex = () => key,
) => sign(chain, unsigned, testKeys(keyOf, tamper), 'main');

describe('signing a TRON transaction', () => {
  it('joins raw data and one signature, with the id of the raw data', async () => {
    const unsigned = anUnsigned();
    const { txId, bytes, chain: name } = await signed(unsigned);
    const length = (unsigned.bytes.length - 2) / 2;
    expect(name).toBe('TRON');
    expect(txId).toMatch(/^[0-9a-f]{64}$/);
    expect(bytes).toContain(unsigned.bytes.slice(2));
    // Tags and lengths of the two fields, and 65 bytes of signature.
    expect((bytes.length - 2) / 2).toBe(length + 3 + 67);
    expect(bytes).toMatch(/1241[0-9a-f]{128}1[bc]$/);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['for another chain', () => signed(anUnsigned({ chain: 'NILE' }))],
    [
      'of another account',
      () => signed(anUnsigned({}, privateKeyToAccount(generatePrivateKey()).address)),
    ],
    ['by another key', () => signed(anUnsigned(), undefined, generatePrivateKey)],
    [
      'with a large s',
      () =>
        signed(anUnsigned(), ({ r, s, yParity }) => ({ r, s: order - s, yParity: 1 - yParity })),
    ],
    [
      'with another parity',
      () => signed(anUnsigned(), (signature) => ({ ...signature, yParity: 1 - signature.yParity })),
    ],
    [
      'with a parity that there is not',
      () => signed(anUnsigned(), (signature) => ({ ...signature, yParity: 2 })),
    ],
    ['with nothing', () => signed(anUnsigned(), () => ({ r: 0n, s: 0n, yParity: 0 }))],
    ['of truncated bytes', () => signed(anUnsigned({ bytes: anUnsigned().bytes.slice(0, -2) }))],
    ['of other bytes', () => signed(anUnsigned({ bytes: toHex('anything') }))],
  ])('is refused %s', async (_what, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ code: 'SIGNATURE_MISMATCH' });
  });
});
