import { createHash } from 'node:crypto';
import type { PublicKey } from '@solana/web3.js';
import { encodeBase58 } from './base58.ts';
import { NATIVE_MINT } from './programs.ts';
import { solanaAccount } from './solana-account.ts';

/** The router interface's identifier of this chain. */
const SOLANA = 'SOLANA';

/** A token, or the native coin, on Solana. */
export interface SolanaToken {
  readonly chain: typeof SOLANA;
  /** As the routing service names it: the mint, and for the native coin an address that differs from its mint in one letter. */
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly behaviour: 'native' | 'wrapped-native' | 'standard';
  /** Of the native coin, that of its wrapped form. */
  readonly mint: PublicKey;
  /** Fixed price of one whole token in millionths of a US dollar. */
  readonly usdMicros: bigint;
}

/** Exists nowhere else, so that what is made for this chain is mistaken for no other's. */
export const GENESIS_HASH = encodeBase58(createHash('sha256').update('ferryman sandbox SOLANA').digest());

const SOL_PRICE = 150_000_000n;
const DOLLAR = 1_000_000n;
const COIN = { chain: SOLANA, decimals: 9, mint: NATIVE_MINT, usdMicros: SOL_PRICE } as const;

export const SOL: SolanaToken = {
  ...COIN,
  address: 'So11111111111111111111111111111111111111111',
  symbol: 'SOL',
  name: 'Solana',
  behaviour: 'native',
};
export const WSOL: SolanaToken = {
  ...COIN,
  address: NATIVE_MINT.toBase58(),
  symbol: 'WSOL',
  name: 'Wrapped SOL',
  behaviour: 'wrapped-native',
};
export const USDC = dollarToken('USDC', 'USD Coin');
export const USDT = dollarToken('USDT', 'Tether USD');

/** The native coin first. */
export const SOLANA_TOKENS: readonly SolanaToken[] = [SOL, WSOL, USDC, USDT];

function dollarToken(symbol: string, name: string): SolanaToken {
  const mint = solanaAccount(`${symbol} mint`).publicKey;
  const address = mint.toBase58();
  return { chain: SOLANA, address, symbol, name, decimals: 6, behaviour: 'standard', mint, usdMicros: DOLLAR };
}

/** @returns undefined if the chain has no such token. The native coin also goes by the system program's address. */
export function findSolanaToken(address: string): SolanaToken | undefined {
  if (address === '11111111111111111111111111111111') return SOL;
  return SOLANA_TOKENS.find((token) => token.address === address);
}
