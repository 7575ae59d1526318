import { admittedOn } from '../../../../guard/policy/guard-policy.ts';
import { type Rule, reject } from '../../../../guard/rule.ts';
import type { TonEffects } from '../effects.ts';

/**
 * N06. A message brings no code along but that which the policy names by its hash. The guard cannot
 * judge what other code would do. The decoder demands that the hash of the state init is the
 * destination's address.
 */
export const tonCode: Rule<TonEffects> = {
  id: 'N06',
  check({ calls }, { chain, guardPolicy }) {
    const { deployableCode } = admittedOn(guardPolicy, chain.name);
    return calls.flatMap(({ destination, stateInit }) =>
      stateInit && !isNamed(stateInit.codeHash, deployableCode)
        ? [
            reject('a message carries code that the policy does not name', {
              destination,
              codeHash: stateInit.codeHash,
            }),
          ]
        : [],
    );
  },
};

function isNamed(codeHash: string | undefined, named: readonly string[]): boolean {
  return codeHash !== undefined && named.includes(`0x${codeHash}`);
}
