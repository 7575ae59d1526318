import type { Effects } from '../../../guard/effects.ts';
import type { BitcoinSimulation } from '../../../ports/bitcoin-simulation.ts';
import type { OwnScripts } from '../formats/own-scripts.ts';
import type { BitcoinContent } from './decode.ts';

/** `value` is the total of the outputs to others. Amounts in satoshis. */
export interface BitcoinEffects extends Effects, BitcoinContent {
  family: 'bitcoin';
  /** The output scripts of the wallet's key, that of its address first. */
  own: OwnScripts;
  waiting: BitcoinSimulation['waiting'];
  tip: BitcoinSimulation['tip'];
  estimatedRate: BitcoinSimulation['estimatedRate'];
}
