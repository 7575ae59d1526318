import type { FamilyGuard } from '../../../guard/family-guard.ts';
import type { Rule } from '../../../guard/rule.ts';
import { depositRules } from '../../../guard/rules/d01-to-d05-deposit.ts';
import { networkFee } from '../../../guard/rules/e07-network-fee.ts';
import { recipients } from '../../../guard/rules/g10-recipients.ts';
import { simulation } from '../../../guard/rules/g12-simulation.ts';
import { rulesOfEveryPayment } from '../../../guard/rules/of-every-payment.ts';
import { decodeSolana } from './decode.ts';
import type { SolanaEffects } from './effects.ts';
import { readPlainPayment } from './plain-payment.ts';
import { judgeSolanaStanding } from './rules/d01-standing.ts';
import { solanaAssembly } from './rules/g11-assembly.ts';
import { solanaSigners } from './rules/s02-signers.ts';
import { lookupTables } from './rules/s03-lookup-tables.ts';
import { programs } from './rules/s04-programs.ts';
import { solanaSystem } from './rules/s05-system.ts';
import { solanaTokens } from './rules/s06-tokens.ts';
import { solanaDestination, solanaMints } from './rules/s07-s10-destination.ts';
import { solanaBlockhash, solanaPriorityFee } from './rules/s08-s09-limits.ts';

/** For every call of a program that a provider names. */
const callRules: readonly Rule<SolanaEffects>[] = [
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
];

/** For what fetches money from a bridge. */
const recoveryRules = [networkFee, ...callRules];

/** The rules for Solana transactions. Findings have the order of the rules. */
export const solanaGuard: FamilyGuard<SolanaEffects> = {
  decode: ({ unsigned, simulation }) => decodeSolana(unsigned, simulation),
  rules: {
    swap: [networkFee, ...rulesOfEveryPayment, ...callRules],
    deposit: [
      networkFee,
      ...rulesOfEveryPayment,
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
    approve: [networkFee, simulation, solanaSigners, solanaAssembly, recipients],
    revoke: [networkFee, simulation, solanaSigners, solanaAssembly],
    cancel: [networkFee, simulation, solanaSigners, solanaAssembly],
    boost: 'refused',
    refund: recoveryRules,
    claim: recoveryRules,
  },
};
