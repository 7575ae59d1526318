import type { Base } from './base.ts';
import { bitcoinBases } from './bitcoin.ts';
import { depositBases } from './deposits.ts';
import { evmBases } from './evm.ts';
import { solanaBases } from './solana.ts';
import { tonBases } from './ton.ts';
import { tronBases } from './tron.ts';

/** The base cases of the fixtures that end in a transaction. */
export const basesByName: Readonly<Record<string, Base>> = {
  ...evmBases,
  ...tronBases,
  ...tonBases,
  ...solanaBases,
  ...bitcoinBases,
  ...depositBases,
};
