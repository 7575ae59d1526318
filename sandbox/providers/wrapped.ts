import { encodeFunctionData } from 'viem';
import { WrappedNative } from '../evm/artifacts/WrappedNative.ts';
import { chainNamed, type EvmChains } from '../evm/evm-chain.ts';
import { isNative } from '../evm/token.ts';
import type { Provider, Route } from './provider.ts';

/**
 * Wraps and unwraps the native coin, one for one, by calling the wrapped token itself. It can only give to whoever
 * pays, and it has no minimum and no deadline to enforce.
 */
export function wrapped({ chains }: { readonly chains: EvmChains }): Provider {
  const serves = ({ from, to, sender, receiver }: Route): boolean => {
    if (from.chain !== to.chain) return false;
    if (sender !== undefined && receiver !== undefined && sender !== receiver) return false;
    const { native, wrappedNative } = chainNamed(chains, from.chain).deployment;
    return (from === native && to === wrappedNative) || (from === wrappedNative && to === native);
  };
  return {
    id: 'WRAPPED',
    kind: 'on-chain',
    chains: [...chains.keys()],
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
    build({ route }) {
      const to = chainNamed(chains, route.from.chain).deployment.wrappedNative.address;
      if (isNative(route.from)) {
        const data = encodeFunctionData({ abi: WrappedNative.abi, functionName: 'deposit' });
        return { to, data, value: route.amountIn };
      }
      const data = encodeFunctionData({ abi: WrappedNative.abi, functionName: 'withdraw', args: [route.amountIn] });
      return { to, data, value: 0n };
    },
    status: () => undefined,
  };
}
