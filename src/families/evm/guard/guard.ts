import type { FamilyGuard } from '../../../guard/family-guard.ts';
import type { ReadPlainPayment } from '../../../guard/plain-payment.ts';
import { readCallPayment } from '../../../guard/read-call-payment.ts';
import { depositRules } from '../../../guard/rules/d01-to-d05-deposit.ts';
import { target } from '../../../guard/rules/e02-target.ts';
import { authority } from '../../../guard/rules/e03-authority.ts';
import { value } from '../../../guard/rules/e06-value.ts';
import { networkFee } from '../../../guard/rules/e07-network-fee.ts';
import { recipients } from '../../../guard/rules/g10-recipients.ts';
import { simulation } from '../../../guard/rules/g12-simulation.ts';
import { rulesOfEveryPayment } from '../../../guard/rules/of-every-payment.ts';
import { decodeEvm } from './decode.ts';
import type { EvmEffects } from './effects.ts';
import { envelope } from './rules/e01-envelope.ts';
import { ownAllowance } from './rules/e04-allowance.ts';
import { gas } from './rules/e08-gas.ts';
import { assembly } from './rules/g11-assembly.ts';

const readPlainPayment: ReadPlainPayment<EvmEffects> = (effects, { chain }) =>
  readCallPayment(effects, chain, { memo: undefined, addressOf: (account) => `0x${account}` });

/** The rules for the family's transactions. Findings appear in the order of the rules. */
export const evmGuard: FamilyGuard<EvmEffects> = {
  decode: ({ unsigned, simulation }) => decodeEvm(unsigned, simulation),
  rules: {
    swap: [
      envelope,
      target,
      authority,
      ownAllowance,
      value,
      networkFee,
      gas,
      ...rulesOfEveryPayment,
      assembly,
      simulation,
    ],
    deposit: [
      envelope,
      networkFee,
      gas,
      ...rulesOfEveryPayment,
      assembly,
      simulation,
      ...depositRules(readPlainPayment),
    ],
    approve: [envelope, ownAllowance, networkFee, gas, simulation, recipients],
    revoke: [envelope, ownAllowance, networkFee, gas, simulation],
    cancel: [envelope, networkFee, gas, assembly, simulation],
    boost: 'refused',
    refund: [envelope, target, authority, value, networkFee, gas, assembly, simulation],
    claim: [envelope, target, authority, value, networkFee, gas, assembly, simulation],
  },
};
