import { formatUnits } from 'viem';
import { type Token, usdMicrosOf } from '../chains/token.ts';
import { placeNamed } from '../sandbox-chain.ts';
import type { RouterContext } from './router-context.ts';
import { renderFigure } from './router-shape.ts';

type Rendering = Pick<RouterContext, 'chains' | 'shape'>;

/** A token object of the interface (2.4). */
export function renderToken({ chains, shape }: Rendering, token: Token) {
  const { notation, definition } = placeNamed(chains, token.chain);
  return {
    address: notation.renderAddress(token.address),
    decimals: token.decimals,
    symbol: token.symbol,
    name: token.name,
    blockchainId: renderFigure(`${definition.chainId}`, shape),
    blockchain: token.chain,
    price: renderFigure(formatUnits(token.usdMicros, 6), shape),
  };
}

/** A token object with an amount in whole tokens. */
export function renderTokenAmount(context: Rendering, token: Token, amount: bigint) {
  return { ...renderToken(context, token), amount: formatUnits(amount, token.decimals) };
}

/** For display only. A JSON number, as in the interface. */
export function usdNumber(token: Token, amount: bigint): number {
  return Number(formatUnits(usdMicrosOf(token, amount), 6));
}
