import { createHash } from 'node:crypto';
import type { PublicKey } from '@solana/web3.js';
import { encodeBase58 } from '../base58.ts';
import {
  CHAIN_DEFINITIONS,
  MINTABLE_TOKENS,
  type TokenDefinition,
} from '../chains/chain-catalogue.ts';
import { NATIVE_MINT } from './programs.ts';
import { solanaAccount } from './solana-account.ts';
import { NATIVE_COIN } from './solana-notation.ts';

/** The name of this chain in the router interface. */
const SOLANA = 'SOLANA';

/** A token, or the native coin, on Solana. */
export interface SolanaToken {
  readonly chain: typeof SOLANA;
  /**
   * The routing service's address: the mint, or for the native coin an address that differs from
   * the wrapped mint in one letter.
   */
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly behaviour: 'native' | 'wrapped-native' | 'standard';
  /** For the native coin, the mint of its wrapped form. */
  readonly mint: PublicKey;
  /** Fixed price of one whole token in millionths of a US dollar. */
  readonly usdMicros: bigint;
}

/** Unique to the sandbox, so that its transactions cannot be confused with another chain's. */
export const GENESIS_HASH = encodeBase58(
  createHash('sha256').update('ferryman sandbox SOLANA').digest(),
);

const { native, wrappedNative } = CHAIN_DEFINITIONS[SOLANA];

export const SOL: SolanaToken = {
  ...native,
  chain: SOLANA,
  address: NATIVE_COIN,
  behaviour: 'native',
  mint: NATIVE_MINT,
};
export const WSOL: SolanaToken = {
  ...wrappedNative,
  chain: SOLANA,
  address: NATIVE_MINT.toBase58(),
  mint: NATIVE_MINT,
};
export const USDC = dollarToken(MINTABLE_TOKENS.USDC);
export const USDT = dollarToken(MINTABLE_TOKENS.USDT);

/** The native coin first. */
export const SOLANA_TOKENS: readonly SolanaToken[] = [SOL, WSOL, USDC, USDT];

function dollarToken({ symbol, name, decimals, usdMicros }: TokenDefinition): SolanaToken {
  const mint = solanaAccount(`${symbol} mint`).publicKey;
  return {
    chain: SOLANA,
    address: mint.toBase58(),
    symbol,
    name,
    decimals,
    behaviour: 'standard',
    mint,
    usdMicros,
  };
}
