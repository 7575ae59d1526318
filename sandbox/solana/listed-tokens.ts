import { zeroAddress } from 'viem';
import { isNative, type Token } from '../chains/token.ts';
import { SandboxError } from '../sandbox-error.ts';
import { SOL, SOLANA_TOKENS, type SolanaToken } from './solana-catalogue.ts';
import { fromBase58 } from './solana-notation.ts';

/** The chain's tokens as the router and the providers list them, the native coin first. */
export const LISTED_TOKENS: readonly Token[] = SOLANA_TOKENS.map(({ mint, ...token }) => ({
  ...token,
  address: token.address === SOL.address ? zeroAddress : fromBase58(mint.toBase58()),
}));

export function listedToken({ symbol }: SolanaToken): Token {
  return requireFound(LISTED_TOKENS.find((token) => token.symbol === symbol));
}

export function solanaToken({ symbol }: Token): SolanaToken {
  return requireFound(SOLANA_TOKENS.find((token) => token.symbol === symbol));
}

export const NATIVE_TOKEN: Token = requireFound(LISTED_TOKENS.find(isNative));
export const WRAPPED_TOKEN: Token = requireFound(
  LISTED_TOKENS.find(({ behaviour }) => behaviour === 'wrapped-native'),
);

function requireFound<Found>(token: Found | undefined): Found {
  if (token === undefined)
    throw new SandboxError('bad-request', 'There is no such token on Solana.');
  return token;
}
