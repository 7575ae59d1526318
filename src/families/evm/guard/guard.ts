import type { FamilyGuard } from '../../../guard/family-guard.ts';
import { approval } from '../../../guard/rules/approval.ts';
import { assembly } from '../../../guard/rules/assembly.ts';
import { authority } from '../../../guard/rules/authority.ts';
import { binding } from '../../../guard/rules/binding.ts';
import { depositRules } from '../../../guard/rules/deposit.ts';
import { envelope } from '../../../guard/rules/envelope.ts';
import { floor } from '../../../guard/rules/floor.ts';
import { networkFee } from '../../../guard/rules/network-fee.ts';
import { simulation } from '../../../guard/rules/simulation.ts';
import { target } from '../../../guard/rules/target.ts';
import { value } from '../../../guard/rules/value.ts';
import { decodeEvm } from './decode.ts';
import { readPlainPayment } from './plain-payment.ts';

/** How transactions of the family are judged. Findings come in the order of the rules. */
export const evmGuard: FamilyGuard<'evm'> = {
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
