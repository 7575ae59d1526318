import { Buffer } from 'node:buffer';
import type { Block } from '../block.ts';
import { hex } from './render-transaction.ts';

/**
 * Parameters of the basic filter (BIP 158): a false positive rate of 1/M per script, and P bits of
 * each difference without encoding.
 */
const M = 784_931n;
const P = 19n;
const OP_RETURN = 0x6a;
const MASK = 0xffff_ffff_ffff_ffffn;

/**
 * The basic filter of a block in hex: its output scripts, except unspendable ones, and the scripts
 * that it spends.
 */
export function blockFilter({ hash, transactions }: Block): string {
  const scripts = transactions.flatMap(({ wire, spent }) => [
    ...wire.outs.filter(({ script }) => script[0] !== OP_RETURN),
    ...spent,
  ]);
  const items = new Set(
    scripts.flatMap(({ script }) => (script.length === 0 ? [] : [hex(script)])),
  );
  return encodeFilter(Buffer.from(hash, 'hex').reverse().subarray(0, 16), [...items]);
}

/**
 * @param key 16 bytes
 * @param items hex, without duplicates
 */
export function encodeFilter(key: Uint8Array, items: readonly string[]): string {
  const range = BigInt(items.length) * M;
  const values = items
    .map((item) => (sipHash(key, Buffer.from(item, 'hex')) * range) >> 64n)
    .sort((one, other) => (one < other ? -1 : 1));
  const bits: number[] = [];
  let last = 0n;
  for (const value of values) {
    const difference = value - last;
    last = value;
    for (let left = difference >> P; left > 0n; left--) bits.push(1);
    bits.push(0);
    for (let place = P - 1n; place >= 0n; place--) bits.push(Number((difference >> place) & 1n));
  }
  const packed = Array.from({ length: Math.ceil(bits.length / 8) }, (_, index) =>
    Array.from({ length: 8 }, (_unused, bit) => bits[8 * index + bit] ?? 0).reduce(
      (byte, bit) => 2 * byte + bit,
      0,
    ),
  );
  return hex(Buffer.from([...compactSize(items.length), ...packed]));
}

function compactSize(count: number): number[] {
  return count < 0xfd ? [count] : [0xfd, count & 0xff, count >> 8];
}

/** SipHash-2-4. */
function sipHash(key: Uint8Array, message: Uint8Array): bigint {
  const [k0, k1] = [Buffer.from(key).readBigUInt64LE(0), Buffer.from(key).readBigUInt64LE(8)];
  let v0 = k0 ^ 0x736f6d6570736575n;
  let v1 = k1 ^ 0x646f72616e646f6dn;
  let v2 = k0 ^ 0x6c7967656e657261n;
  let v3 = k1 ^ 0x7465646279746573n;
  const rotate = (value: bigint, by: bigint): bigint =>
    ((value << by) | (value >> (64n - by))) & MASK;
  const mix = (rounds: number): void => {
    for (let round = 0; round < rounds; round++) {
      v0 = (v0 + v1) & MASK;
      v1 = rotate(v1, 13n) ^ v0;
      v0 = rotate(v0, 32n);
      v2 = (v2 + v3) & MASK;
      v3 = rotate(v3, 16n) ^ v2;
      v0 = (v0 + v3) & MASK;
      v3 = rotate(v3, 21n) ^ v0;
      v2 = (v2 + v1) & MASK;
      v1 = rotate(v1, 17n) ^ v2;
      v2 = rotate(v2, 32n);
    }
  };
  const padded = Buffer.alloc(8 * (Math.floor(message.length / 8) + 1));
  padded.set(message);
  padded[padded.length - 1] = message.length & 0xff;
  for (let place = 0; place < padded.length; place += 8) {
    const word = padded.readBigUInt64LE(place);
    v3 ^= word;
    mix(2);
    v0 ^= word;
  }
  v2 ^= 0xffn;
  mix(4);
  return v0 ^ v1 ^ v2 ^ v3;
}
