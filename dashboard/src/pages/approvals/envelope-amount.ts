import { fromBaseUnits } from 'ferryman-client';

/** Such as `12.5 USDC on ETH`. */
export function envelopeAmount(
  baseUnits: string,
  { decimals, symbol, chain }: { decimals: number; symbol: string; chain: string },
): string {
  return `${fromBaseUnits(baseUnits, decimals)} ${symbol} on ${chain}`;
}
