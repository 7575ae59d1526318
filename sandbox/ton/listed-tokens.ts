import { bytesToHex, zeroAddress } from 'viem';
import type { Token } from '../chains/token.ts';
import type { ChainAddress } from '../notation.ts';
import { SandboxError } from '../sandbox-error.ts';
import { JETTONS, TON, type TonToken } from './ton-catalogue.ts';

const CHAIN = 'TON';

export const NATIVE_TOKEN: Token = { ...TON, chain: CHAIN, address: zeroAddress };

/** The chain's tokens as the router and the providers list them, the native coin first. */
export const LISTED_TOKENS: readonly Token[] = [
  NATIVE_TOKEN,
  ...JETTONS.map(
    ({ minter, ...token }): Token => ({
      ...token,
      chain: CHAIN,
      behaviour: 'standard',
      address: bytesToHex(minter.hash),
    }),
  ),
];

/** The token's address in the sandbox's internal form. */
export function listedAddress(token: TonToken): ChainAddress {
  return token.behaviour === 'native' ? zeroAddress : bytesToHex(token.minter.hash);
}

/** @throws {SandboxError} `bad-request` */
export function tonToken({ symbol }: Token): TonToken {
  const found = [TON, ...JETTONS].find((token) => token.symbol === symbol);
  if (found === undefined) throw new SandboxError('bad-request', 'There is no such token on TON.');
  return found;
}
