import type { Effects } from '../../../guard/effects.ts';
import type { TonSimulation } from '../../../ports/ton-simulation.ts';
import type { TonContent } from './decode.ts';

/** `value` is the total of the messages, in nanotons. */
export interface TonEffects extends Effects, TonContent, TonSimulation {
  family: 'ton';
}
