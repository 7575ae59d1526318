import type { CommonEffects } from '../../../guard/common-effects.ts';
import type { BitcoinSimulation } from '../../../ports/bitcoin-simulation.ts';
import type { BitcoinContent } from './decode.ts';

/** `value`: what others than the wallet get. Money in satoshis. */
export interface BitcoinEffects extends CommonEffects, BitcoinContent {
  family: 'bitcoin';
  /** The output script of the wallet's address. */
  script: Uint8Array;
  waiting: BitcoinSimulation['waiting'];
  tip: BitcoinSimulation['tip'];
  estimatedRate: BitcoinSimulation['estimatedRate'];
}
