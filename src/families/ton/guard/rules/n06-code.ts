import { type Rule, reject } from '../../../../guard/rule.ts';
import type { TonEffects } from '../effects.ts';

/** N06. No message brings code along: what the contract would do then is nobody's to judge, and no swap needs it. */
export const tonCode: Rule<TonEffects> = {
  id: 'N06',
  check: ({ calls }) =>
    calls.flatMap(({ destination, stateInit }) =>
      stateInit ? [reject('a message brings the code of its destination', { destination, hash: stateInit.hash })] : [],
    ),
};
