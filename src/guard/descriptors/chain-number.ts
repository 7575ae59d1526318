import { knownChains } from '../../core/registry/known-chains.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { Conventions } from './descriptor.ts';

/** By which number a contract names a chain. `undefined`: the descriptor does not tell. */
export function chainNumberOf(chain: ChainName, { chainNumbers }: Conventions): bigint | undefined {
  if (chainNumbers) return chainNumbers.get(chain);
  const [, eip155] = /^eip155:(\d+)$/.exec(knownChains[chain]?.caip2 ?? '') ?? [];
  return eip155 === undefined ? undefined : BigInt(eip155);
}
