import type { FamilyGuard } from '../../../guard/family-guard.ts';
import { authority } from '../../../guard/rules/authority.ts';
import { binding } from '../../../guard/rules/binding.ts';
import { depositRules } from '../../../guard/rules/deposit.ts';
import { floor } from '../../../guard/rules/floor.ts';
import { networkFee } from '../../../guard/rules/network-fee.ts';
import { simulation } from '../../../guard/rules/simulation.ts';
import { target } from '../../../guard/rules/target.ts';
import { value } from '../../../guard/rules/value.ts';
import { decodeEvm } from './decode.ts';
import type { EvmEffects } from './effects.ts';
import { readPlainPayment } from './plain-payment.ts';
import { approval } from './rules/approval.ts';
import { assembly } from './rules/assembly.ts';
import { envelope } from './rules/envelope.ts';

/** How transactions of the family are judged. Findings come in the order of the rules. */
export const evmGuard: FamilyGuard<EvmEffects> = {
  decode: ({ unsigned, simulation }) => decodeEvm(unsigned, simulation),
  rules: {
    swap: [envelope, target, authority, approval, value, networkFee, binding, floor, assembly, simulation],
    deposit: [envelope, networkFee, binding, floor, assembly, simulation, ...depositRules(readPlainPayment)],
    approve: [envelope, approval, networkFee, simulation],
    revoke: [envelope, approval, networkFee, simulation],
    cancel: [envelope, networkFee, assembly, simulation],
    boost: 'refused',
    refund: [envelope, target, authority, value, networkFee, assembly, simulation],
    claim: [envelope, target, authority, value, networkFee, assembly, simulation],
  },
};
