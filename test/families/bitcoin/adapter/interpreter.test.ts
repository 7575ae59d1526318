import { createRequire } from 'node:module';
import * as secp256k1 from '@bitcoinerlab/secp256k1';
import { describe, expect, it } from 'vitest';
import { buildPayment } from '../../../../src/families/bitcoin/adapter/build-payment.ts';
import { virtualSizeOf } from '../../../../src/families/bitcoin/adapter/funded-transaction.ts';
import { sign } from '../../../../src/families/bitcoin/adapter/sign.ts';
import { encodeUnsigned } from '../../../../src/families/bitcoin/adapter/unsigned-bytes.ts';
import { parseBitcoinAddress } from '../../../../src/families/bitcoin/formats/address.ts';
import type { BitcoinOutput } from '../../../../src/families/bitcoin/formats/read-transaction.ts';
import { decodeBitcoin } from '../../../../src/families/bitcoin/guard/decode.ts';
import { deriveBitcoinKey } from '../../../../src/families/bitcoin/keys/derive-key.ts';
import { taprootSign } from '../../../../src/families/bitcoin/keys/taproot-key.ts';
import { scripts } from './build-psbt.ts';

/** As much of `bitcore-lib`, which has no types of its own, as is used here. */
interface Bitcore {
  Transaction: {
    new (hex: string): BitcoreTransaction;
    Output: new (output: { script: object; satoshis: number }) => object;
  };
  Script: {
    new (): object;
    fromBuffer(bytes: Buffer): object;
    Interpreter: {
      new (): { verify(...given: readonly unknown[]): boolean };
      SCRIPT_VERIFY_P2SH: number;
      SCRIPT_VERIFY_WITNESS: number;
      SCRIPT_VERIFY_TAPROOT: number;
    };
  };
}
interface BitcoreTransaction {
  id: string;
  vsize: number;
  inputs: { output: object; witnesses: Uint8Array[] }[];
}
const { Transaction, Script } = createRequire(import.meta.url)('bitcore-lib') as Bitcore;
const { Interpreter } = Script;
const flags =
  Interpreter.SCRIPT_VERIFY_P2SH |
  Interpreter.SCRIPT_VERIFY_WITNESS |
  Interpreter.SCRIPT_VERIFY_TAPROOT;

/** What consensus says of each input, were these the outputs that it spends. */
function verdicts(bytes: string, previousOutputs: readonly BitcoinOutput[]): boolean[] {
  return previousOutputs.map(({ script, value }, index) => {
    const transaction = new Transaction(bytes.slice(2));
    transaction.inputs.forEach((input, at) => {
      const spent = previousOutputs[at] as BitcoinOutput;
      const under = Script.fromBuffer(Buffer.from(spent.script));
      input.output = new Transaction.Output({ script: under, satoshis: Number(spent.value) });
    });
    const witness = transaction.inputs[index]?.witnesses;
    const under = Script.fromBuffer(Buffer.from(script));
    return new Interpreter().verify(
      new Script(),
      under,
      transaction,
      index,
      flags,
      witness,
      Number(value),
    );
  });
}

describe.each(['p2wpkh', 'p2tr'] as const)('a payment that we sign, of %s', (kind) => {
  it('is valid by an interpreter of consensus rules, and only for what it truly spends', async () => {
    const phrase = `${'abandon '.repeat(11)}about`;
    const { key, address } = await deriveBitcoinKey({ kind: 'phrase', phrase }, kind, 'regtest');
    const parsed = parseBitcoinAddress(address, 'regtest');
    if (!parsed.ok) throw new Error(parsed.fault);
    const { script } = parsed;
    const funded = buildPayment({
      coins: [1, 2, 3].map((vout) => ({
        txid: `${vout}${vout}`.repeat(32),
        vout,
        value: 50_000n,
        script,
      })),
      payment: { value: 120_000n, script: scripts.vault },
      memo: Buffer.from('=:ETH.ETH:0x1234'),
      changeScript: script,
      feeRate: 3_000n,
      maxFee: 10_000n,
    });
    const unsigned = encodeUnsigned(funded);
    const { txId, bytes } = await sign(unsigned, [script], {
      async signDigest(digest) {
        const { signature, recoveryId } = secp256k1.signRecoverable(digest, key);
        const [r, s] = [signature.subarray(0, 32), signature.subarray(32)].map((half) =>
          BigInt(`0x${Buffer.from(half).toString('hex')}`),
        );
        return { r: r ?? 0n, s: s ?? 0n, yParity: recoveryId };
      },
      signTaproot: async (digest) => taprootSign(key, digest),
    });
    const { previousOutputs, transaction } = funded;
    expect(new Transaction(bytes.slice(2)).id).toBe(txId);
    expect(verdicts(bytes, previousOutputs)).toEqual([true, true, true]);
    const richer = previousOutputs.map(({ value }) => ({ value: value + 1n, script }));
    expect(verdicts(bytes, richer)).toEqual([false, false, false]);

    const size = virtualSizeOf(funded);
    const signedSize = BigInt(new Transaction(bytes.slice(2)).vsize);
    // A signature of ECDSA is a byte shorter every other time, and a byte of a witness is a
    // quarter.
    expect(signedSize).toBeLessThanOrEqual(size);
    expect(size - signedSize).toBeLessThanOrEqual(2n);
    const known = new Map(
      transaction.inputs.map(({ txid, vout }) => [`${txid}:${vout}`, { value: 50_000n, script }]),
    );
    expect(decodeBitcoin(unsigned, { own: [script], previousOutputs: known })).toMatchObject({
      content: { virtualSize: size },
    });
  });
});
