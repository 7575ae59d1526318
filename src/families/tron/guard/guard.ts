import type { FamilyGuard } from '../../../guard/family-guard.ts';
import { binding } from '../../../guard/rules/binding.ts';
import { depositRules } from '../../../guard/rules/deposit.ts';
import { floor } from '../../../guard/rules/floor.ts';
import { networkFee } from '../../../guard/rules/network-fee.ts';
import { simulation } from '../../../guard/rules/simulation.ts';
import { decodeTron } from './decode.ts';
import type { TronEffects } from './effects.ts';
import { readPlainPayment } from './plain-payment.ts';
import { tronAssembly } from './rules/assembly.ts';
import { tronCall } from './rules/call.ts';
import { tronEnvelope } from './rules/envelope.ts';
import { tronExpiry } from './rules/expiry.ts';
import { tronFeeLimit } from './rules/fee-limit.ts';
import { tronValue } from './rules/value.ts';

/** How transactions of the family are judged. Findings come in the order of the rules. */
export const tronGuard: FamilyGuard<TronEffects> = {
  decode: ({ unsigned, simulation }) => decodeTron(unsigned, simulation),
  rules: {
    swap: [
      networkFee,
      binding,
      floor,
      simulation,
      tronEnvelope,
      tronAssembly,
      tronCall,
      tronFeeLimit,
      tronValue,
      tronExpiry,
    ],
    deposit: [
      networkFee,
      binding,
      floor,
      simulation,
      ...depositRules(readPlainPayment),
      tronEnvelope,
      tronAssembly,
      tronFeeLimit,
      tronExpiry,
    ],
    approve: [networkFee, simulation, tronEnvelope, tronCall, tronFeeLimit, tronValue, tronExpiry],
    revoke: [networkFee, simulation, tronEnvelope, tronCall, tronFeeLimit, tronValue, tronExpiry],
    cancel: [networkFee, simulation, tronEnvelope, tronFeeLimit, tronExpiry],
    boost: 'refused',
    refund: [networkFee, simulation, tronEnvelope, tronAssembly, tronCall, tronFeeLimit, tronValue, tronExpiry],
    claim: [networkFee, simulation, tronEnvelope, tronAssembly, tronCall, tronFeeLimit, tronValue, tronExpiry],
  },
};
