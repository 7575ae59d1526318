import type { Base } from './base.ts';
import { bitcoinBases } from './bitcoin.ts';
import { depositBases } from './deposits.ts';
import { evmBases } from './evm.ts';
import { solanaBases } from './solana.ts';
import { tonBases } from './ton.ts';
import { tronBases } from './tron.ts';

/**
 * Honest cases that Ferryman refuses: its Bitcoin wallets have one address, so coins of another type
 * are not their own (B02).
 */
export const unsupported: ReadonlySet<string> = new Set(['B-BTC-TR']);

/** The base cases of the fixtures that end in a transaction. */
export const basesByName: Readonly<Record<string, Base>> = {
  ...evmBases,
  ...tronBases,
  ...tonBases,
  ...solanaBases,
  ...bitcoinBases,
  ...depositBases,
};
