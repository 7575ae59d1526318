import { describeAmount } from '../../../core/amounts/amounts.ts';

/** For a person: `20_000n` satoshis are `"0.0002 BTC"`. */
export function inBitcoin(satoshis: bigint): string {
  return describeAmount(satoshis, { symbol: 'BTC', decimals: 8 });
}
