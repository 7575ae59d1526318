import { readFileSync } from 'node:fs';
import * as secp256k1 from '@bitcoinerlab/secp256k1';
import { crypto, Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../../src/families/bitcoin/adapter/digest.ts';
import type { FundedTransaction } from '../../../../src/families/bitcoin/adapter/funded-transaction.ts';
import {
  type BitcoinSigning,
  checkSigned,
  sign,
} from '../../../../src/families/bitcoin/adapter/sign.ts';
import {
  decodeUnsigned,
  encodeUnsigned,
} from '../../../../src/families/bitcoin/adapter/unsigned-bytes.ts';
import {
  decodeRaw,
  encodeHex,
  txIdOf,
} from '../../../../src/families/bitcoin/adapter/wire-transaction.ts';
import { bitcoinScriptOf } from '../../../../src/families/bitcoin/formats/address.ts';
import { readBitcoinTransaction } from '../../../../src/families/bitcoin/formats/read-transaction.ts';
import {
  taprootOutputKey,
  taprootSign,
} from '../../../../src/families/bitcoin/keys/taproot-key.ts';
import { scripts } from './build-psbt.ts';

const fromHex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));
const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');
const mismatch = (message: RegExp) =>
  expect.objectContaining({ code: 'SIGNATURE_MISMATCH', message: expect.stringMatching(message) });

function signingWith(key: Uint8Array): BitcoinSigning {
  return {
    async signDigest(digest) {
      const { signature, recoveryId } = secp256k1.signRecoverable(digest, key);
      return {
        r: BigInt(`0x${hex(signature.subarray(0, 32))}`),
        s: BigInt(`0x${hex(signature.subarray(32))}`),
        yParity: recoveryId,
      };
    },
    async signTaproot(digest) {
      return taprootSign(key, digest);
    },
  };
}

/** BIP-143, example "Native P2WPKH". */
const bip143 = {
  unsigned:
    '0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000',
  previousOutputs: [
    {
      value: 625_000_000n,
      script: fromHex('2103c9f4836b9a4f77fc0d81f7bcb01b7f1b35916864b9476c241ce9fc198bd25432ac'),
    },
    { value: 600_000_000n, script: fromHex('00141d0f172a0ecb48aee1be1f2687d2963ae33f71a1') },
  ],
  key: fromHex('619c335025c7f4012e556c2a58b2506e30b8511b53ade95ea316fd8c3286feb9'),
  digest: 'c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670',
};

interface Bip341 {
  keyPathSpending: {
    given: { rawUnsignedTx: string; utxosSpent: { scriptPubKey: string; amountSats: number }[] };
    inputSpending: {
      given: {
        txinIndex: number;
        internalPrivkey: string;
        merkleRoot: string | null;
        hashType: number;
      };
      intermediary: { sigHash: string };
      expected: { witness: string[] };
    }[];
  }[];
}
const { keyPathSpending } = JSON.parse(
  readFileSync(new URL('./vectors/bip341.json', import.meta.url), 'utf8'),
) as Bip341;

describe('what an input’s signature is about', () => {
  it('is the digest of BIP-143 for P2WPKH', () => {
    const transaction = readBitcoinTransaction(fromHex(bip143.unsigned));
    const digest = digestOf({ transaction, previousOutputs: bip143.previousOutputs }, 1);
    expect({ kind: digest.kind, digest: hex(digest.digest) }).toEqual({
      kind: 'ecdsa',
      digest: bip143.digest,
    });
  });

  it('is the digest of BIP-341 for taproot, and the key without scripts signs it as there', () => {
    const [{ given, inputSpending }] = keyPathSpending as [Bip341['keyPathSpending'][number]];
    const funded = {
      transaction: readBitcoinTransaction(fromHex(given.rawUnsignedTx)),
      previousOutputs: given.utxosSpent.map(({ scriptPubKey, amountSats }) => ({
        script: fromHex(scriptPubKey),
        value: BigInt(amountSats),
      })),
    };
    const byDefault = inputSpending.filter((one) => one.given.hashType === 0);
    expect(byDefault.length).toBeGreaterThan(0);
    for (const { given: input, intermediary } of byDefault) {
      expect(hex(digestOf(funded, input.txinIndex).digest)).toBe(intermediary.sigHash);
    }
    const withoutScripts = inputSpending.filter((one) => one.given.merkleRoot === null);
    expect(withoutScripts.length).toBeGreaterThan(0);
    for (const { given: input, intermediary, expected } of withoutScripts) {
      const key = fromHex(input.internalPrivkey);
      const script = bitcoinScriptOf('p2tr', taprootOutputKey(key));
      expect(hex(script)).toBe(given.utxosSpent[input.txinIndex]?.scriptPubKey);
      const signature = hex(taprootSign(key, fromHex(intermediary.sigHash)));
      // Behind the signature stands the sighash type, where it is not the default.
      expect(expected.witness[0]?.slice(0, 128)).toBe(signature);
    }
  });

  it('is nothing for outputs of other kinds', () => {
    const transaction = readBitcoinTransaction(fromHex(bip143.unsigned));
    const funded = { transaction, previousOutputs: bip143.previousOutputs };
    expect(() => digestOf(funded, 0)).toThrow(mismatch(/without an address/));
    const wrapped = { value: 1n, script: scripts.vault };
    expect(() => digestOf({ ...funded, previousOutputs: [wrapped, wrapped] }, 0)).toThrow(
      mismatch(/neither/),
    );
  });
});

const key = bip143.key;
const kinds = {
  p2wpkh: bitcoinScriptOf(
    'p2wpkh',
    crypto.hash160(secp256k1.pointFromScalar(key, true) ?? new Uint8Array()),
  ),
  p2tr: bitcoinScriptOf('p2tr', taprootOutputKey(key)),
};

function fundedBy(script: Uint8Array): FundedTransaction {
  return {
    transaction: {
      version: 2,
      inputs: [3, 5].map((vout) => ({ txid: '7c'.repeat(32), vout, sequence: 0xffff_fffd })),
      outputs: [
        { value: 5_000n, script: scripts.vault },
        { value: 600n, script },
      ],
      locktime: 0,
    },
    previousOutputs: [
      { value: 4_000n, script },
      { value: 2_000n, script },
    ],
  };
}

describe.each(Object.entries(kinds))('a transaction that spends %s', (kind, script) => {
  const funded = fundedBy(script);
  const unsigned = encodeUnsigned(funded);

  it('is decoded from its unsigned bytes, with what it spends', () => {
    expect(decodeUnsigned(unsigned)).toEqual(funded);
  });

  it('is signed in every input, under the id it had before', async () => {
    const { txId, bytes } = await sign(unsigned, [script], signingWith(key));
    expect(txId).toBe(txIdOf(funded.transaction));
    expect(checkSigned(funded, bytes)).toBe(txId);
    const [first] = decodeRaw(fromHex(bytes.slice(2))).ins;
    expect(first?.witness.map(({ length }) => length)).toEqual(
      kind === 'p2tr' ? [64] : [expect.any(Number), 33],
    );
    expect(await sign(unsigned, [script], signingWith(key))).toEqual({ txId, bytes });
  });

  it('is not signed with another wallet’s key, nor for another wallet’s outputs', async () => {
    const stranger = signingWith(fromHex('11'.repeat(32)));
    await expect(sign(unsigned, [script], stranger)).rejects.toEqual(mismatch(/not the wallet’s/));
    await expect(sign(unsigned, [scripts.stranger], signingWith(key))).rejects.toEqual(
      mismatch(/spends a coin that is not/),
    );
  });

  it('is refused where a signer signs something else', async () => {
    const signing = signingWith(key);
    const elsewhere: BitcoinSigning = {
      signDigest: (digest) => signing.signDigest(crypto.sha256(digest)),
      signTaproot: (digest) => signing.signTaproot(crypto.sha256(digest)),
    };
    await expect(sign(unsigned, [script], elsewhere)).rejects.toEqual(mismatch(/signature/));
  });

  it('is told from every other one by its signatures', async () => {
    const { bytes } = await sign(unsigned, [script], signingWith(key));
    const tampered = (change: (transaction: Transaction) => void): string => {
      const transaction = Transaction.fromHex(bytes.slice(2));
      change(transaction);
      return encodeHex(transaction.toBuffer());
    };
    const changes: readonly ((transaction: Transaction) => void)[] = [
      (one) => one.setWitness(0, []),
      (one) => one.setWitness(0, one.ins[1]?.witness ?? []),
      (one) => one.setWitness(0, [...(one.ins[0]?.witness ?? []), Uint8Array.of(0)]),
      (one) => one.setInputScript(0, Uint8Array.of(0x51)),
      (one) => {
        one.locktime = 1;
      },
      (one) => one.addOutput(scripts.stranger, 300n),
    ];
    for (const change of changes)
      expect(() => checkSigned(funded, tampered(change))).toThrow(mismatch(/./));
    expect(() => checkSigned(funded, `${bytes}00`)).toThrow(mismatch(/not a transaction/));
    const richer = {
      ...funded,
      previousOutputs: funded.previousOutputs.map((one) => ({ ...one, value: one.value + 1n })),
    };
    expect(() => checkSigned(richer, bytes)).toThrow(mismatch(/signature/));
  });
});

describe('unsigned bytes', () => {
  const unsigned = encodeUnsigned(fundedBy(kinds.p2wpkh));
  it.each([
    ['more behind them', `${unsigned}00`],
    ['their end missing', unsigned.slice(0, -2)],
    ['capitals', unsigned.toUpperCase().replace('0X', '0x')],
    ['nothing', '0x'],
    ['a previous output missing', unsigned.replace(/01011f[0-9a-f]{62}00/, '00')],
  ])('are refused with %s', (_what, bytes) => {
    expect(bytes).not.toBe(unsigned);
    expect(() => decodeUnsigned(bytes)).toThrow(mismatch(/not an unsigned transaction/));
  });

  it('are refused with a high s', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const signing = signingWith(key);
    const high: BitcoinSigning = {
      ...signing,
      async signDigest(digest) {
        const { r, s, yParity } = await signing.signDigest(digest);
        return { r, s: order - s, yParity: 1 - yParity };
      },
    };
    await expect(sign(unsigned, [kinds.p2wpkh], high)).rejects.toEqual(mismatch(/low-s/));
  });
});
