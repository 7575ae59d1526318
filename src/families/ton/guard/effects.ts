import type { Effects } from '../../../guard/effects.ts';
import type { TonSimulation } from '../../../ports/ton-simulation.ts';
import type { TonContent } from './decode.ts';

/** `value`: what its messages send along. */
export interface TonEffects extends Effects, TonContent, TonSimulation {
  family: 'ton';
}
