import { formatUnits } from 'viem';
import { type Token, usdMicrosOf } from '../chains/token.ts';
import { placeNamed, type SandboxChains } from '../sandbox-chain.ts';

/** A token object of the interface (2.4). */
export function renderToken(chains: SandboxChains, token: Token) {
  const { notation, definition } = placeNamed(chains, token.chain);
  return {
    address: notation.renderAddress(token.address),
    decimals: token.decimals,
    symbol: token.symbol,
    name: token.name,
    blockchainId: `${definition.chainId}`,
    blockchain: token.chain,
    price: formatUnits(token.usdMicros, 6),
  };
}

/** A token object with an amount in whole tokens. */
export function renderTokenAmount(chains: SandboxChains, token: Token, amount: bigint) {
  return { ...renderToken(chains, token), amount: formatUnits(amount, token.decimals) };
}

/** For display only: a JSON number, where the interface has one. */
export function usdNumber(token: Token, amount: bigint): number {
  return Number(formatUnits(usdMicrosOf(token, amount), 6));
}
