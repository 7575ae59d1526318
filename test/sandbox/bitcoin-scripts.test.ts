import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { loadScriptVerifier } from '../../sandbox/bitcoin/verify-scripts.ts';

interface Spend {
  readonly scriptSig: string;
  readonly witness: readonly string[];
}

/**
 * Of Bitcoin Core's `script_assets_test.json` (doc: src/test/script_tests.cpp,
 * `script_assets_test`).
 */
interface Vector {
  readonly tx: string;
  /** Amount and script, as they are in a transaction. */
  readonly prevouts: readonly string[];
  readonly index: number;
  readonly success?: Spend;
  readonly failure?: Spend;
  readonly flags: string;
  readonly comment: string;
}

/** One in so many. */
const SAMPLE = 12;

const bitcoreFolder = dirname(createRequire(import.meta.url).resolve('bitcore-lib'));
const vectors: readonly Vector[] = JSON.parse(
  readFileSync(join(bitcoreFolder, 'test/data/bitcoind/script_assets_test.json'), 'utf8'),
);
const sampled = vectors
  .filter(({ flags }) =>
    ['TAPROOT', 'NULLDUMMY', 'CHECKSEQUENCEVERIFY'].every((flag) => flags.includes(flag)),
  )
  .filter((_, index) => index % SAMPLE === 0);

function outputOf(hex: string): { value: bigint; script: Uint8Array } {
  const bytes = Buffer.from(hex, 'hex');
  const scriptStart = { 253: 11, 254: 13 }[bytes[8]!] ?? 9;
  return { value: bytes.readBigInt64LE(), script: bytes.subarray(scriptStart) };
}

function spending({ tx, index }: Vector, { scriptSig, witness }: Spend): string {
  const transaction = Transaction.fromHex(tx);
  const input = transaction.ins[index]!;
  input.script = Buffer.from(scriptSig, 'hex');
  input.witness = witness.map((item) => Buffer.from(item, 'hex'));
  return transaction.toHex();
}

describe("the scripts of the sandbox's Bitcoin", () => {
  it("passes and refuses what Bitcoin Core's own vectors say", async () => {
    const { verifyInput } = await loadScriptVerifier();
    let [passed, refused] = [0, 0];
    for (const vector of sampled) {
      const { index, prevouts, success, failure, comment } = vector;
      const spent = prevouts.map(outputOf);
      const verdict = (spend: Spend) =>
        verifyInput(spending(vector, spend), spent, index, 'consensus');
      if (success !== undefined) expect([comment, verdict(success)]).toEqual([comment, undefined]);
      if (failure !== undefined)
        expect([comment, verdict(failure)]).not.toEqual([comment, undefined]);
      if (success !== undefined) passed++;
      if (failure !== undefined) refused++;
    }
    expect(passed).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(80);
  });

  it('judges a taproot key whose first byte is zero like any other', async () => {
    const { verifyInput } = await loadScriptVerifier();
    const vector = vectors.find(({ success }) =>
      success?.witness.some((item) => item.startsWith('2000ab3147')),
    )!;
    const spent = vector.prevouts.map(outputOf);
    expect(
      verifyInput(spending(vector, vector.success!), spent, vector.index, 'consensus'),
    ).toBeUndefined();
    expect(
      verifyInput(spending(vector, vector.failure!), spent, vector.index, 'consensus'),
    ).toBeDefined();
  });
});
