import { families } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { type Intent, intentKinds } from '../ports/guard.ts';
import type { FamilyGuards } from './family-guard.ts';
import { networkFee } from './rules/e07-network-fee.ts';
import { recipients } from './rules/g10-recipients.ts';
import { simulation } from './rules/g12-simulation.ts';
import { rulesOfEveryPayment } from './rules/of-every-payment.ts';

const ofEveryIntent = [networkFee.id, simulation.id];
const ofEveryPayment = [...ofEveryIntent, ...rulesOfEveryPayment.map(({ id }) => id)];

/**
 * The ids of the rules that every family has for an intent. Those about the job itself
 * (`rulesOfEveryFamily`) are not among them: the judge adds them.
 */
const mandatoryRules: Readonly<Record<Intent['kind'], readonly string[]>> = {
  swap: ofEveryPayment,
  deposit: [...ofEveryPayment, 'D01', 'D02', 'D03', 'D04', 'D05'],
  approve: [...ofEveryIntent, recipients.id],
  revoke: ofEveryIntent,
  cancel: ofEveryIntent,
  boost: ofEveryIntent,
  refund: ofEveryIntent,
  claim: ofEveryIntent,
};

/**
 * Fails closed before anything is signed: a family lists each mandatory rule of an intent, and one
 * that reads its own bytes, or refuses the intent.
 * @throws `GUARD_INCOMPLETE`, which names family, intent and rule
 */
export function requireMandatoryRules(given: FamilyGuards): void {
  for (const family of families) {
    for (const intent of intentKinds) {
      const rules = given[family].guard.rules[intent];
      if (rules === 'refused') continue;
      const ids = new Set(rules?.map(({ id }) => id));
      for (const rule of mandatoryRules[intent])
        if (!ids.delete(rule)) throw incomplete(rule, { family, intent });
      if (ids.size === 0) throw incomplete('of its own', { family, intent });
    }
  }
}

function incomplete(rule: string, details: { family: string; intent: string }): FerrymanError {
  const { family, intent } = details;
  return new FerrymanError(
    'GUARD_INCOMPLETE',
    `the guard of ${family} has no rule ${rule} for ${intent}`,
    { details: { ...details, rule } },
  );
}
