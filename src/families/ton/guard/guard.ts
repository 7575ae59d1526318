import { ofFamily } from '../../../core/swap/of-family.ts';
import { maximumFee } from '../../../core/swap/transaction-object.ts';
import { changesOf, type Decodable } from '../../../guard/decodable.ts';
import type { DecodedEffects } from '../../../guard/effects.ts';
import type { FamilyGuard } from '../../../guard/family-guard.ts';
import { depositRules } from '../../../guard/rules/d01-to-d05-deposit.ts';
import { networkFee } from '../../../guard/rules/e07-network-fee.ts';
import { recipients } from '../../../guard/rules/g10-recipients.ts';
import { simulation } from '../../../guard/rules/g12-simulation.ts';
import { rulesOfEveryPayment } from '../../../guard/rules/of-every-payment.ts';
import { decodeTon } from './decode.ts';
import type { TonEffects } from './effects.ts';
import { readPlainPayment } from './plain-payment.ts';
import { judgeTonStanding } from './rules/d01-standing.ts';
import { tonEnvelope } from './rules/n01-envelope.ts';
import { tonDestinations } from './rules/n02-destinations.ts';
import { tonValue } from './rules/n03-value.ts';
import { tonPayloads } from './rules/n04-payloads.ts';
import { tonJettons } from './rules/n05-jettons.ts';
import { tonCode } from './rules/n06-code.ts';
import { tonSize } from './rules/n07-size.ts';
import { judgeShared } from './rules/n08-shared.ts';

/** The rules for TON transactions. Findings have the order of the rules. */
export const tonGuard: FamilyGuard<TonEffects> = {
  decode: decodeRequest,
  rules: {
    swap: [
      networkFee,
      ...rulesOfEveryPayment,
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
      ...rulesOfEveryPayment,
      simulation,
      ...depositRules(readPlainPayment, judgeTonStanding),
      tonEnvelope,
      tonSize,
    ],
    approve: [networkFee, simulation, tonEnvelope, recipients],
    revoke: [networkFee, simulation, tonEnvelope],
    cancel: [networkFee, simulation, tonEnvelope],
    boost: [networkFee, simulation, tonEnvelope],
    refund: [networkFee, simulation, tonEnvelope],
    claim: [networkFee, simulation, tonEnvelope],
  },
  judgeShared,
};

/**
 * No server can simulate what the messages do to other accounts. The effects are those of the
 * bytes, plus what the endpoints report about the destinations.
 */
function decodeRequest({ unsigned, simulation }: Decodable): DecodedEffects<TonEffects> {
  const { ton } = simulation;
  if (!ton)
    return { ok: false, fault: 'the simulation lacks the destinations of the TON messages' };
  const decoded = decodeTon(unsigned.bytes);
  if (!decoded.ok) return decoded;
  const fee = ofFamily(unsigned.fee, 'ton');
  return {
    ok: true,
    effects: { ...decoded.content, ...ton, ...changesOf(simulation), maximumFee: maximumFee(fee) },
  };
}
