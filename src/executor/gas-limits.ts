import { lowGasOf } from '../core/swap/low-gas.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { GasLimit } from '../ports/stores/health-store.ts';

/** Below which native balance an account counts as low on gas, by configured chain. */
export function gasLimitsOf(chains: Iterable<Pick<ChainAdapter, 'chain'>>): GasLimit[] {
  return Array.from(chains, ({ chain }) => ({
    chain: chain.name,
    token: chain.nativeToken.address,
    below: lowGasOf(chain),
  }));
}
