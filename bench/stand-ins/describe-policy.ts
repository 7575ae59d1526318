import { gateway, paySelector, pool, swapSelector, token, tokenDecimals } from './addresses.ts';

/**
 * The policy that an operator of the stand-ins would write, in the profile `standard`. No signature
 * has the stand-ins' selectors, so their functions are admitted without a descriptor.
 */
export function describePolicy(chains: readonly string[]): object {
  const dollar = (chain: string, priced: string) => ({
    chain,
    token: priced,
    sources: [{ kind: 'static', usd: '1' }],
  });
  return {
    version: 1,
    profile: 'standard',
    providers: ['UNISWAP_V2', 'across'],
    // The coin of every chain is worth one token.
    prices: { tokens: chains.flatMap((chain) => [dollar(chain, 'native'), dollar(chain, token)]) },
    chains: Object.fromEntries(
      chains.map((chain) => [
        chain,
        {
          receivers: 'any',
          tokens: [{ address: token, decimals: tokenDecimals }],
          targets: [
            { address: pool, providers: ['UNISWAP_V2'], undescribed: [swapSelector] },
            { address: gateway, providers: ['across'], undescribed: [paySelector] },
          ],
        },
      ]),
    ),
  };
}
