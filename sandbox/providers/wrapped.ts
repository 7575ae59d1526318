import { isNative } from '../chains/token.ts';
import { chainNamed, type SandboxChains } from '../sandbox-chain.ts';
import type { Route, WalletProvider } from './provider.ts';

/**
 * Wraps and unwraps the native coin, one for one, with the wrapped token's contract. The receiver
 * is always the payer. There is no minimum and no deadline.
 */
export function wrapped({ chains }: { readonly chains: SandboxChains }): WalletProvider {
  const serves = ({ from, to, sender, receiver }: Route): boolean => {
    if (from.chain !== to.chain) return false;
    if (sender !== undefined && receiver !== undefined && sender !== receiver) return false;
    const { native, wrappedNative } = chainNamed(chains, from.chain).deployment;
    return (from === native && to === wrappedNative) || (from === wrappedNative && to === native);
  };
  return {
    id: 'WRAPPED',
    kind: 'on-chain',
    takes: 'transactions',
    chains: [...chains.values()].flatMap(({ definition, deployment }) =>
      deployment.wrappedNative === undefined ? [] : [definition.name],
    ),
    usesServiceContract: false,
    async quote(route) {
      if (!serves(route)) return undefined;
      return {
        amountOut: route.amountIn,
        path: [
          { token: route.from, amount: route.amountIn },
          { token: route.to, amount: route.amountIn },
        ],
        priceImpactPpm: 0n,
        nativeFee: 0n,
        protocolFee: 0n,
        feeBps: 0n,
        spender: null,
        durationInMinutes: 1,
        gasLimit: 80_000n,
      };
    },
    async build({ route: { from, amountIn, sender }, quote: { gasLimit } }) {
      const direction = isNative(from) ? 'wrap' : 'unwrap';
      const { operations } = chainNamed(chains, from.chain);
      return {
        transaction: await operations.buildWrap({
          direction,
          owner: sender,
          amount: amountIn,
          gasLimit,
        }),
      };
    },
    status: () => undefined,
  };
}
