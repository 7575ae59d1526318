import { findingsOf, type RuleFinding, reject } from '../../../../guard/rule.ts';
import type { TonEffects } from '../effects.ts';

/** Part of D01. Whom the messages of a deposit are for can take them. */
export function judgeTonStanding({ calls, destinations }: TonEffects): RuleFinding[] {
  return calls.flatMap(({ destination, bounce }) => {
    const status = destinations.get(destination);
    return findingsOf(
      status === undefined && reject('nobody looked at whom a message is for', { destination }),
      status === 'frozen' && reject('a message is for a frozen account', { destination }),
      status === 'uninitialized' &&
        bounce &&
        reject('a message to an account without code only comes back', { destination }),
    );
  });
}
