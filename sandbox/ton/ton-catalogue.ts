import type { Address } from '@ton/core';
import { CHAIN_DEFINITIONS, MINTABLE_TOKENS } from '../chains/chain-catalogue.ts';
import { jettonMinter } from './jetton.ts';
import { tonAccount } from './ton-account.ts';

interface CommonToken {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Fixed price of one whole token in millionths of a US dollar. */
  readonly usdMicros: bigint;
}

interface NativeCoin extends CommonToken {
  readonly behaviour: 'native';
}

/** A token of TEP-74, identified by its minter. */
export interface Jetton extends CommonToken {
  readonly behaviour: 'jetton';
  readonly minter: Address;
}

/** A jetton, or the native coin, on TON. */
export type TonToken = NativeCoin | Jetton;

/** Owns the initial supply and mints the jettons. */
export const TREASURY = tonAccount('treasury');

export const TON: NativeCoin = CHAIN_DEFINITIONS.TON.native;
export const USDC = dollarToken(MINTABLE_TOKENS.USDC);
export const USDT = dollarToken(MINTABLE_TOKENS.USDT);

export const JETTONS: readonly Jetton[] = [USDC, USDT];

/**
 * The minter of a jetton as of the first block.
 * @param supply in base units; the address does not depend on it
 */
export function minterOf({ symbol, name, decimals }: CommonToken, supply = 0n) {
  return jettonMinter({ admin: TREASURY.wallet.address, symbol, name, decimals }, supply);
}

function dollarToken({ symbol, name, decimals, usdMicros }: CommonToken): Jetton {
  const token = { symbol, name, decimals, usdMicros };
  return { ...token, behaviour: 'jetton', minter: minterOf(token).address };
}
