import { Address } from '@ton/core';
import type { ChainAddress } from '../notation.ts';
import { buildPoolSwap } from '../ton/build-pool-swap.ts';
import { POOLS, readReserves } from '../ton/liquidity-pool.ts';
import { tonToken } from '../ton/listed-tokens.ts';
import type { TonChain } from '../ton/ton-chain.ts';
import { rawAddress } from '../ton/ton-notation.ts';
import { followPath, type Hop } from './constant-product.ts';
import type { Route, WalletProvider } from './provider.ts';

/** The net use: the pool returns part of the coins of the messages. */
const GAS_LIMIT = 100_000n;

/** Swaps on TON in pools of the coin and a jetton, one pool per swap. */
export function stonfi({ blockchain }: Pick<TonChain, 'blockchain'>): WalletProvider {
  const findPool = ({ from, to }: Route) => {
    if (from.chain !== 'TON' || to.chain !== 'TON') return undefined;
    const [tokenIn, tokenOut] = [tonToken(from), tonToken(to)];
    if ((tokenIn.behaviour === 'native') === (tokenOut.behaviour === 'native')) return undefined;
    const pool = POOLS.find(({ jetton }) => jetton === tokenIn || jetton === tokenOut);
    return pool && { pool, tokenIn };
  };

  return {
    id: 'STONFI',
    kind: 'on-chain',
    takes: 'transactions',
    chains: ['TON'],
    usesServiceContract: false,
    async quote(route) {
      const found = findPool(route);
      if (found === undefined) return undefined;
      const { coins, jettons } = readReserves(blockchain, found.pool, blockchain.head());
      const [reserveIn, reserveOut] =
        found.tokenIn.behaviour === 'native' ? [coins, jettons] : [jettons, coins];
      const hop: Hop = { tokenOut: route.to, reserveIn, reserveOut };
      const outcome = followPath(route.from, route.amountIn, [hop]);
      if (outcome.amountOut === 0n) return undefined;
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
    async build({ route, minimumOut, deadline }) {
      const found = findPool(route);
      if (found === undefined) throw new Error('The swap has no pool.');
      const { to, value, body } = buildPoolSwap({
        pool: found.pool,
        from: found.tokenIn,
        amountIn: route.amountIn,
        sender: accountOf(route.sender),
        receiver: accountOf(route.receiver),
        minimumOut,
        deadline,
      });
      const message = {
        address: to.toString(),
        amount: value.toString(),
        payload: body.toBoc().toString('base64'),
      };
      return { transaction: { tonMessages: [message] } };
    },
    status: () => undefined,
  };
}

function accountOf(address: ChainAddress): Address {
  return Address.parseRaw(rawAddress(address));
}
