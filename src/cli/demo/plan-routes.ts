import type { SandboxChainEndpoints, SandboxEndpoints } from '../../../sandbox/endpoints.ts';
import { evmNativeToken } from '../../core/chains.ts';

/** One swap of the demo, in the words of a job request. */
export interface PlannedRoute {
  from: string;
  fromSymbol: string;
  fromToken: string;
  to: string;
  toSymbol: string;
  toToken: string;
  /** Human decimal string. */
  amount: string;
  /** `wallet`: back to the paying wallet; `receiver`: to another account. */
  receiver: 'wallet' | 'receiver';
}

/** `native` and `wrapped` stand for each chain's own coin and its wrapped form. */
const sameChain = [
  ['USDC', 'native', 'receiver'],
  ['native', 'USDT', 'receiver'],
  ['USDT', 'DAI', 'wallet'],
  ['DAI', 'FEE', 'receiver'],
  ['FEE', 'USDC', 'wallet'],
  ['native', 'wrapped', 'wallet'],
  ['wrapped', 'native', 'wallet'],
] as const;

const crossChain = [
  ['ETH', 'USDC', 'POLYGON', 'USDC', 'receiver'],
  ['ETH', 'native', 'ARBITRUM', 'native', 'receiver'],
  ['ETH', 'FEE', 'POLYGON', 'DAI', 'wallet'],
  ['POLYGON', 'native', 'ETH', 'USDT', 'wallet'],
  ['POLYGON', 'USDT', 'ARBITRUM', 'wrapped', 'receiver'],
  ['POLYGON', 'wrapped', 'ETH', 'FEE', 'receiver'],
  ['ARBITRUM', 'DAI', 'ETH', 'native', 'wallet'],
  ['ARBITRUM', 'USDT', 'POLYGON', 'native', 'receiver'],
  ['ARBITRUM', 'wrapped', 'POLYGON', 'FEE', 'receiver'],
] as const;

/** Every token of the sandbox as source and destination, within each chain and between all of them. */
export function planRoutes({ chains }: SandboxEndpoints): PlannedRoute[] {
  const within = Object.keys(chains).flatMap((chain) =>
    sameChain.map(([fromSymbol, toSymbol, receiver]) => ({ from: chain, fromSymbol, to: chain, toSymbol, receiver })),
  );
  const between = crossChain.map(([from, fromSymbol, to, toSymbol, receiver]) => ({
    from,
    fromSymbol,
    to,
    toSymbol,
    receiver,
  }));
  return [...within, ...between].map((route, index) => {
    const source = resolveToken(chainOf(chains, route.from), route.fromSymbol);
    const destination = resolveToken(chainOf(chains, route.to), route.toSymbol);
    return {
      ...route,
      fromSymbol: source.symbol,
      fromToken: source.address,
      toSymbol: destination.symbol,
      toToken: destination.address,
      amount: amountOf(route.fromSymbol, index),
    };
  });
}

function chainOf(chains: SandboxEndpoints['chains'], name: string): SandboxChainEndpoints {
  const chain = Object.entries(chains).find(([one]) => one === name)?.[1];
  if (!chain) throw new TypeError(`the sandbox has no chain ${name}`);
  return chain;
}

function resolveToken(chain: SandboxChainEndpoints, symbol: string): { address: string; symbol: string } {
  if (symbol === 'native') return { address: evmNativeToken, symbol: chain.nativeToken.symbol };
  const token = chain.tokens.find((one) =>
    symbol === 'wrapped' ? one.behaviour === 'wrapped-native' : one.symbol === symbol,
  );
  if (!token) throw new TypeError(`the sandbox has no token ${symbol}`);
  return token;
}

/** Every swap has an amount of its own, so that each is recognizable on its chain. */
function amountOf(symbol: string, index: number): string {
  const cents = String(index + 1).padStart(2, '0');
  return symbol === 'native' || symbol === 'wrapped' ? `0.05${cents}` : `120.${cents}`;
}
