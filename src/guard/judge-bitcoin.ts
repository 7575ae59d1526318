import type { Finding } from '../ports/guard.ts';
import type { BitcoinRule, BitcoinTerms } from './bitcoin-rule.ts';
import type { BitcoinEffects } from './decode/bitcoin.ts';
import { bitcoinFee } from './rules/bitcoin-fee.ts';
import { bitcoinFinality } from './rules/bitcoin-finality.ts';
import { bitcoinInputKinds, bitcoinInputs } from './rules/bitcoin-inputs.ts';
import { bitcoinOutputs } from './rules/bitcoin-outputs.ts';

/**
 * B01, B03 and B04 are the decoder's: bytes with a signature, a sighash type, or a previous output that is not the true one cannot be read
 * at all.
 */
const bitcoinRules: readonly BitcoinRule[] = [
  bitcoinInputs,
  bitcoinOutputs,
  bitcoinFee,
  bitcoinInputKinds,
  bitcoinFinality,
];

/** What every rule of Bitcoin objects to; an empty list: nothing. */
export function judgeBitcoin(effects: BitcoinEffects, terms: BitcoinTerms): Finding[] {
  return bitcoinRules.flatMap(({ id, check }) =>
    check(effects, terms).map((objection) => ({ rule: id, ...objection })),
  );
}
