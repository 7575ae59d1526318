import { inBitcoins } from '../refusal.ts';

const MARK = '\u0001';
const MARKED = /"\\u0001(\d+\.\d{8})"/g;

/**
 * An amount, which bitcoind writes as a number of bitcoins with eight decimals, whatever they are
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

/** JSON in which amounts are written as bitcoind does. */
export function stringify(value: unknown): string {
  return JSON.stringify(value).replace(MARKED, '$1');
}
