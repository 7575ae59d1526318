import { chainRegistry } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { definitionOf } from '../families/families.ts';
import { defaultProtectedCoin } from '../guard/policy/guard-policy.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import { machineClock } from '../ports/clock.ts';

/**
 * The chain's real adapter without a node: what needs one throws `RPC_UNAVAILABLE`. Throws
 * `UNKNOWN_CHAIN`.
 */
export async function offlineAdapter(name: string): Promise<ChainAdapter> {
  const chain = chainRegistry[name];
  if (!chain) {
    throw new FerrymanError(
      'UNKNOWN_CHAIN',
      `there is no chain ${name} that can pay: \`ferryman chains\` lists them`,
    );
  }
  const adapter = await definitionOf(chain.family).loadAdapter({
    chain,
    // Never called. The host shows in messages.
    rpcUrls: ['http://no-node'],
    clock: machineClock,
    fetch: () => Promise.reject(new Error('this command asks no node')),
    storedAccount: async () => undefined,
    protectedCoin: defaultProtectedCoin,
  });
  return { ...adapter, receiverFault: async () => undefined, requireWallet: async () => undefined };
}
