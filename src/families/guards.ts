import type { FamilyGuards } from '../guard/family-guard.ts';
import { bitcoinGuard } from './bitcoin/guard/guard.ts';
import { evmGuard } from './evm/guard/guard.ts';
import { solanaGuard } from './solana/guard/guard.ts';
import { tonGuard } from './ton/guard/guard.ts';
import { tronGuard } from './tron/guard/guard.ts';

/** How each family's transactions are judged. */
export const guards: FamilyGuards = {
  evm: evmGuard,
  tron: tronGuard,
  solana: solanaGuard,
  ton: tonGuard,
  bitcoin: bitcoinGuard,
};
