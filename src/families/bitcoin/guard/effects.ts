import type { Effects } from '../../../guard/effects.ts';
import type { BitcoinSimulation } from '../../../ports/bitcoin-simulation.ts';
import type { BitcoinContent } from './decode.ts';

/** `value` is the total of the outputs to others. Amounts in satoshis. */
export interface BitcoinEffects extends Effects, BitcoinContent {
  family: 'bitcoin';
  /** The output script of the wallet's address. */
  script: Uint8Array;
  waiting: BitcoinSimulation['waiting'];
  tip: BitcoinSimulation['tip'];
  estimatedRate: BitcoinSimulation['estimatedRate'];
}
