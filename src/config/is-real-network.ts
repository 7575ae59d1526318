import { type Chain, formatsOf } from '../core/swap/chains.ts';
import type { ChainSettings } from './settings.ts';

/**
 * Whether money on the configured network has value: a mainnet of the registry, or a known EVM
 * chain that is not a test network. Absent settings mean the registry's network.
 */
export async function isRealNetwork(
  entry: Chain,
  settings: Partial<Pick<ChainSettings, 'chainId' | 'genesis'>>,
): Promise<boolean> {
  const { networkMember, networkOf, isRealNetwork: isReal } = formatsOf(entry.family);
  return isReal(entry, settings[networkMember] ?? networkOf(entry));
}
