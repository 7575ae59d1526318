import { bitcoinNotation } from './bitcoin/bitcoin-notation.ts';
import type { ChainFamily } from './endpoints.ts';
import { evmNotation } from './evm/evm-notation.ts';
import type { Notation } from './notation.ts';
import { solanaNotation } from './solana/solana-notation.ts';
import { tonNotation } from './ton/ton-notation.ts';
import { tronNotation } from './tron/tron-notation.ts';

export const NOTATIONS: Readonly<Record<ChainFamily, Notation>> = {
  evm: evmNotation,
  tron: tronNotation,
  solana: solanaNotation,
  ton: tonNotation,
  bitcoin: bitcoinNotation,
};
