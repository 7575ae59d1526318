import { buildPoolSwap } from '../solana/build-pool-swap.ts';
import { quotePoolSwap } from '../solana/liquidity-pool.ts';
import { solanaToken } from '../solana/listed-tokens.ts';
import { asBase64 } from '../solana/render-transaction-data.ts';
import type { SolanaChain } from '../solana/solana-chain.ts';
import { solanaNotation } from '../solana/solana-notation.ts';
import { followPath } from './constant-product.ts';
import type { Route, WalletProvider } from './provider.ts';

const GAS_LIMIT = 80_000n;

/**
 * Swaps on Solana with the maker of a pool, who signs each swap. Every second transaction has
 * version 0 and uses the chain's lookup table.
 */
export function jupiter(chain: SolanaChain): WalletProvider {
  let built = 0;

  const findPool = ({ from, to, amountIn }: Route) =>
    from.chain === 'SOLANA' && to.chain === 'SOLANA'
      ? quotePoolSwap(chain, solanaToken(from), solanaToken(to), amountIn)
      : undefined;

  return {
    id: 'JUPITER',
    kind: 'on-chain',
    takes: 'transactions',
    chains: ['SOLANA'],
    usesServiceContract: false,
    async quote(route) {
      const pool = findPool(route);
      if (pool === undefined || pool.amountOut === 0n) return undefined;
      const { reserveIn, reserveOut } = pool;
      const outcome = followPath(route.from, route.amountIn, [
        { tokenOut: route.to, reserveIn, reserveOut },
      ]);
      return {
        ...outcome,
        nativeFee: 0n,
        protocolFee: 0n,
        feeBps: 0n,
        spender: null,
        durationInMinutes: 1,
        gasLimit: GAS_LIMIT,
      };
    },
    async build({ route, quote: { amountOut } }) {
      const { from, to, amountIn, sender, receiver } = route;
      const found = findPool(route);
      if (found === undefined) throw new Error('The swap has no pool.');
      const { renderAddress } = solanaNotation;
      const transaction = buildPoolSwap(chain, {
        pool: found.pool,
        from: solanaToken(from),
        to: solanaToken(to),
        payer: renderAddress(sender),
        receiver: renderAddress(receiver),
        amountIn,
        amountOut,
        version: built++ % 2 === 0 ? 'legacy' : 0,
      });
      return { transaction: asBase64(transaction) };
    },
    status: () => undefined,
  };
}
