import { findingsOf, type RuleFinding, reject } from '../../../../guard/rule.ts';
import type { TonEffects } from '../effects.ts';

/** Part of D01. The destinations of a deposit's messages can receive them. */
export function judgeTonStanding({ calls, destinations }: TonEffects): RuleFinding[] {
  return calls.flatMap(({ destination, bounce }) => {
    const status = destinations.get(destination);
    return findingsOf(
      status === undefined &&
        reject('the simulation did not read the destination of a message', { destination }),
      status === 'frozen' && reject('a message is for a frozen account', { destination }),
      status === 'uninitialized' &&
        bounce &&
        reject('a bounceable message to an account without code comes back', { destination }),
    );
  });
}
