import type { FamilyGuard } from '../../../guard/family-guard.ts';
import { binding } from '../../../guard/rules/binding.ts';
import { depositRules } from '../../../guard/rules/deposit.ts';
import { floor } from '../../../guard/rules/floor.ts';
import { networkFee } from '../../../guard/rules/network-fee.ts';
import { simulation } from '../../../guard/rules/simulation.ts';
import { decodeSolana } from './decode.ts';
import type { SolanaEffects } from './effects.ts';
import { readPlainPayment } from './plain-payment.ts';
import { solanaAssembly } from './rules/assembly.ts';
import { solanaDestination, solanaMints } from './rules/destination.ts';
import { solanaBlockhash, solanaPriorityFee } from './rules/limits.ts';
import { lookupTables, programs } from './rules/programs.ts';
import { solanaSigners } from './rules/signers.ts';
import { judgeSolanaStanding } from './rules/standing.ts';
import { solanaSystem } from './rules/system.ts';
import { solanaTokens } from './rules/tokens.ts';

/** How transactions of the family are judged. Findings come in the order of the rules. */
export const solanaGuard: FamilyGuard<SolanaEffects> = {
  decode: ({ unsigned, simulation }) => decodeSolana(unsigned, simulation),
  rules: {
    swap: [
      networkFee,
      binding,
      floor,
      simulation,
      solanaSigners,
      lookupTables,
      programs,
      solanaSystem,
      solanaTokens,
      solanaMints,
      solanaBlockhash,
      solanaPriorityFee,
      solanaDestination,
      solanaAssembly,
    ],
    deposit: [
      networkFee,
      binding,
      floor,
      simulation,
      ...depositRules(readPlainPayment, judgeSolanaStanding),
      solanaSigners,
      lookupTables,
      programs,
      solanaMints,
      solanaBlockhash,
      solanaPriorityFee,
      solanaAssembly,
    ],
    approve: [networkFee, simulation, solanaSigners, solanaAssembly],
    revoke: [networkFee, simulation, solanaSigners, solanaAssembly],
    cancel: [networkFee, simulation, solanaSigners, solanaAssembly],
    boost: 'refused',
    refund: [
      networkFee,
      simulation,
      solanaSigners,
      lookupTables,
      programs,
      solanaSystem,
      solanaTokens,
      solanaMints,
      solanaBlockhash,
      solanaPriorityFee,
      solanaDestination,
      solanaAssembly,
    ],
    claim: [
      networkFee,
      simulation,
      solanaSigners,
      lookupTables,
      programs,
      solanaSystem,
      solanaTokens,
      solanaMints,
      solanaBlockhash,
      solanaPriorityFee,
      solanaDestination,
      solanaAssembly,
    ],
  },
};
