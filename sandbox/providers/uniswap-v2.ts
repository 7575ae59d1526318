import { type Address, encodeFunctionData, type Hex } from 'viem';
import { MINTABLE_TOKENS } from '../chains/chain-catalogue.ts';
import { isNative, type Token } from '../chains/token.ts';
import type { PlaceName } from '../endpoints.ts';
import { Pool } from '../evm/artifacts/Pool.ts';
import { SwapRouter } from '../evm/artifacts/SwapRouter.ts';
import type { EvmChain, LiquidityPool } from '../evm/evm-chain.ts';
import { contractChainNamed, type SandboxChains } from '../sandbox-chain.ts';
import { followPath, type Hop, type PathOutcome } from './constant-product.ts';
import type { Execution, WalletProvider } from './provider.ts';

const BASE_GAS = 150_000n;
const GAS_FOR_EACH_POOL = 120_000n;

interface UniswapOptions {
  /** The name of the provider on these chains. */
  readonly id: 'UNISWAP_V2' | 'SUN_SWAP';
  readonly chains: SandboxChains;
  /** The chains that it serves, of those that run. */
  readonly servedChains: readonly PlaceName[];
}

/**
 * Swaps in the pools of one chain. Takes the best of the direct pool and the paths with one token
 * in between.
 */
export function uniswapV2({ id, chains, servedChains }: UniswapOptions): WalletProvider {
  return {
    id,
    kind: 'on-chain',
    takes: 'transactions',
    chains: [...chains.keys()].filter((name) => servedChains.includes(name)),
    usesServiceContract: true,
    async quote({ from, to, amountIn }) {
      if (from.chain !== to.chain || !servedChains.includes(from.chain)) return undefined;
      const chain = contractChainNamed(chains, from.chain);
      const candidates = tokenPaths(chain, asPooled(chain, from), asPooled(chain, to));
      const outcomes = await Promise.all(candidates.map((path) => follow(chain, path, amountIn)));
      const best = outcomes.reduce<PathOutcome | undefined>(
        (leader, outcome) =>
          leader === undefined || outcome.amountOut > leader.amountOut ? outcome : leader,
        undefined,
      );
      if (best === undefined || best.amountOut === 0n) return undefined;
      return {
        amountOut: best.amountOut,
        path: [
          { token: from, amount: amountIn },
          ...best.path.slice(1, -1),
          { token: to, amount: best.amountOut },
        ],
        priceImpactPpm: best.priceImpactPpm,
        nativeFee: 0n,
        protocolFee: 0n,
        feeBps: 0n,
        spender: isNative(from) ? null : chain.deployment.tokenGateway,
        durationInMinutes: 1,
        gasLimit: BASE_GAS + GAS_FOR_EACH_POOL * BigInt(best.path.length - 1),
      };
    },
    async build(execution) {
      const { from, amountIn } = execution.route;
      const chain = contractChainNamed(chains, from.chain);
      const transaction = chain.face.renderCall({
        to: chain.deployment.swapRouter,
        data: swapCall(chain, execution),
        value: isNative(from) ? amountIn : 0n,
        gasLimit: execution.quote.gasLimit,
      });
      return { transaction };
    },
    status: () => undefined,
  };
}

function swapCall(chain: EvmChain, { route, quote, minimumOut, deadline }: Execution): Hex {
  const path: readonly Address[] = quote.path.map(({ token }) => asPooled(chain, token).address);
  if (isNative(route.from)) {
    return encodeFunctionData({
      abi: SwapRouter.abi,
      functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
      args: [minimumOut, path, route.receiver, deadline],
    });
  }
  return encodeFunctionData({
    abi: SwapRouter.abi,
    functionName: isNative(route.to)
      ? 'swapExactTokensForETHSupportingFeeOnTransferTokens'
      : 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
    args: [route.amountIn, minimumOut, path, route.receiver, deadline],
  });
}

/** Pools hold the wrapped form of the native coin. */
function asPooled(chain: EvmChain, token: Token): Token {
  return isNative(token) ? chain.deployment.wrappedNative : token;
}

function tokenPaths(chain: EvmChain, from: Token, to: Token): Token[][] {
  if (from === to) return [];
  const { tokens, wrappedNative } = chain.deployment;
  const between = tokens.filter(
    (token) => token === wrappedNative || token.symbol === MINTABLE_TOKENS.USDC.symbol,
  );
  const paths = [[from, to], ...between.map((middle) => [from, middle, to])];
  return paths.filter((path) => poolsAlong(chain, path) !== undefined);
}

function poolsAlong(chain: EvmChain, path: readonly Token[]): LiquidityPool[] | undefined {
  const pools = path.slice(1).map((tokenOut, index) => {
    const pair = [path[index], tokenOut];
    return chain.deployment.pools.find(
      ({ token0, token1 }) => pair.includes(token0) && pair.includes(token1),
    );
  });
  return pools.every((pool) => pool !== undefined) ? pools : undefined;
}

async function follow(
  chain: EvmChain,
  path: readonly Token[],
  amountIn: bigint,
): Promise<PathOutcome> {
  const [tokenIn, ...tokensOut] = path;
  const pools = poolsAlong(chain, path);
  if (tokenIn === undefined || pools === undefined) throw new Error('The path has no pools.');
  const reserves = await Promise.all(
    pools.map(({ address }) =>
      chain.client.readContract({ address, abi: Pool.abi, functionName: 'reserves' }),
    ),
  );
  const hops = tokensOut.map((tokenOut, index): Hop => {
    const [reserve0, reserve1] = reserves[index] ?? [0n, 0n];
    return tokenOut === pools[index]?.token1
      ? { tokenOut, reserveIn: reserve0, reserveOut: reserve1 }
      : { tokenOut, reserveIn: reserve1, reserveOut: reserve0 };
  });
  return followPath(tokenIn, amountIn, hops);
}
