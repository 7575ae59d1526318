import type { ChainName } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/**
 * The adapter of a configured chain. Throws `UNKNOWN_CHAIN` if the operator has removed the chain:
 * its swaps wait until it is configured again.
 */
export function adapterOf<Adapter>(
  { chains }: { chains: ReadonlyMap<ChainName, Adapter> },
  chain: ChainName,
): Adapter {
  const adapter = chains.get(chain);
  if (adapter) return adapter;
  throw new FerrymanError(
    'UNKNOWN_CHAIN',
    `the chain ${chain} is not configured; its swaps wait until it is`,
    { next: 'retry', details: { chain } },
  );
}
