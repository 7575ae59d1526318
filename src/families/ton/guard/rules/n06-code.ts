import { type Rule, reject } from '../../../../guard/rule.ts';
import type { TonEffects } from '../effects.ts';

/**
 * N06. No message carries a state init. The guard cannot judge what the deployed contract would do,
 * and no swap needs it.
 */
export const tonCode: Rule<TonEffects> = {
  id: 'N06',
  check: ({ calls }) =>
    calls.flatMap(({ destination, stateInit }) =>
      stateInit
        ? [
            reject('a message carries the code of its destination', {
              destination,
              hash: stateInit.hash,
            }),
          ]
        : [],
    ),
};
