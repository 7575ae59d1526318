import type { FamilyGuard } from '../../../guard/family-guard.ts';
import { binding } from '../../../guard/rules/binding.ts';
import { depositRules } from '../../../guard/rules/deposit.ts';
import { floor } from '../../../guard/rules/floor.ts';
import { networkFee } from '../../../guard/rules/network-fee.ts';
import { simulation } from '../../../guard/rules/simulation.ts';
import { decodeRequest } from './decode-request.ts';
import type { BitcoinEffects } from './effects.ts';
import { readPlainPayment } from './plain-payment.ts';
import { bitcoinFee } from './rules/fee.ts';
import { bitcoinFinality } from './rules/finality.ts';
import { bitcoinInputKinds, bitcoinInputs } from './rules/inputs.ts';
import { bitcoinOutputs } from './rules/outputs.ts';

/** How transactions of the family are judged. Findings come in the order of the rules. */
export const bitcoinGuard: FamilyGuard<BitcoinEffects> = {
  decode: decodeRequest,
  rules: {
    swap: [
      networkFee,
      binding,
      floor,
      simulation,
      bitcoinInputs,
      bitcoinOutputs,
      bitcoinFee,
      bitcoinInputKinds,
      bitcoinFinality,
    ],
    deposit: [
      networkFee,
      binding,
      floor,
      simulation,
      ...depositRules(readPlainPayment),
      bitcoinInputs,
      bitcoinOutputs,
      bitcoinFee,
      bitcoinInputKinds,
      bitcoinFinality,
    ],
    approve: [networkFee, simulation, bitcoinInputs],
    revoke: [networkFee, simulation, bitcoinInputs],
    cancel: [networkFee, simulation, bitcoinInputs, bitcoinOutputs, bitcoinFee, bitcoinInputKinds, bitcoinFinality],
    boost: [networkFee, simulation, bitcoinInputs, bitcoinOutputs, bitcoinFee, bitcoinInputKinds, bitcoinFinality],
    refund: [networkFee, simulation, bitcoinInputs],
    claim: [networkFee, simulation, bitcoinInputs],
  },
};
