import type { Chain } from './chains.ts';

/** Native base units of a chain below which a wallet account counts as low on gas. */
export function lowGasOf({
  lowGas,
  maxNetworkFee,
}: Pick<Chain, 'lowGas' | 'maxNetworkFee'>): bigint {
  return lowGas ?? maxNetworkFee / 10n;
}
