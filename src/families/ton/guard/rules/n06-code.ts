import { type Rule, reject } from '../../../../guard/rule.ts';
import type { TonEffects } from '../effects.ts';

/**
 * N06. No message brings code along: the guard cannot judge what the contract would do then, and no
 * swap needs it.
 */
export const tonCode: Rule<TonEffects> = {
  id: 'N06',
  check: ({ calls }) =>
    calls.flatMap(({ destination, stateInit }) =>
      stateInit
        ? [
            reject('a message brings the code of its destination', {
              destination,
              hash: stateInit.hash,
            }),
          ]
        : [],
    ),
};
