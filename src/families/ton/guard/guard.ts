import type { FamilyGuard } from '../../../guard/family-guard.ts';
import { binding } from '../../../guard/rules/binding.ts';
import { depositRules } from '../../../guard/rules/deposit.ts';
import { floor } from '../../../guard/rules/floor.ts';
import { networkFee } from '../../../guard/rules/network-fee.ts';
import { simulation } from '../../../guard/rules/simulation.ts';
import { decodeRequest } from './decode-request.ts';
import type { TonEffects } from './effects.ts';
import { judgeShared } from './judge-shared.ts';
import { readPlainPayment } from './plain-payment.ts';
import { tonCode } from './rules/code.ts';
import { tonDestinations } from './rules/destinations.ts';
import { tonEnvelope } from './rules/envelope.ts';
import { tonJettons } from './rules/jettons.ts';
import { tonPayloads } from './rules/payloads.ts';
import { tonSize } from './rules/size.ts';
import { judgeTonStanding } from './rules/standing.ts';
import { tonValue } from './rules/value.ts';

/** How transactions of the family are judged. Findings come in the order of the rules. */
export const tonGuard: FamilyGuard<TonEffects> = {
  decode: decodeRequest,
  rules: {
    swap: [
      networkFee,
      binding,
      floor,
      simulation,
      tonEnvelope,
      tonDestinations,
      tonValue,
      tonPayloads,
      tonJettons,
      tonCode,
      tonSize,
    ],
    deposit: [
      networkFee,
      binding,
      floor,
      simulation,
      ...depositRules(readPlainPayment, judgeTonStanding),
      tonEnvelope,
      tonSize,
    ],
    approve: [networkFee, simulation, tonEnvelope],
    revoke: [networkFee, simulation, tonEnvelope],
    cancel: [networkFee, simulation, tonEnvelope],
    boost: [networkFee, simulation, tonEnvelope],
    refund: [networkFee, simulation, tonEnvelope],
    claim: [networkFee, simulation, tonEnvelope],
  },
  judgeShared,
};
