import type { FamilyGuard } from '../../../guard/family-guard.ts';
import { depositRules } from '../../../guard/rules/d01-to-d05-deposit.ts';
import { networkFee } from '../../../guard/rules/e07-network-fee.ts';
import { binding } from '../../../guard/rules/g06-binding.ts';
import { floor } from '../../../guard/rules/g07-minimum-output.ts';
import { simulation } from '../../../guard/rules/g12-simulation.ts';
import { decodeRequest } from './decode-request.ts';
import type { BitcoinEffects } from './effects.ts';
import { readPlainPayment } from './plain-payment.ts';
import { bitcoinInputKinds, bitcoinInputs } from './rules/b02-b07-inputs.ts';
import { bitcoinOutputs } from './rules/b05-outputs.ts';
import { bitcoinFee } from './rules/b06-fee.ts';
import { bitcoinFinality } from './rules/b08-finality.ts';

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
