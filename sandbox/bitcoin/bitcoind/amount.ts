import { inBitcoins } from '../refusal.ts';

const MARK = '\u0001';
const MARKED = /"\\u0001(\d+\.\d{8})"/g;

/**
 * An amount that serializes as bitcoind writes it: a number of bitcoins with exactly eight decimals
 * (src/core_write.cpp, `ValueFromAmount`).
 */
export class Amount {
  readonly satoshis: bigint;

  constructor(satoshis: bigint) {
    this.satoshis = satoshis;
  }

  toJSON(): string {
    const [whole, fraction = ''] = inBitcoins(this.satoshis).split('.');
    return `${MARK}${whole}.${fraction.padEnd(8, '0')}`;
  }
}

/** Serializes to JSON with amounts in bitcoind's form. */
export function stringify(value: unknown): string {
  return JSON.stringify(value).replace(MARKED, '$1');
}
