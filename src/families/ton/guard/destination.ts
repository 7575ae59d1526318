import { addressesOf, isListed } from '../../../guard/is-listed.ts';
import { admittedOn } from '../../../guard/policy/guard-policy.ts';
import { findingsOf, hold, type RuleFinding, type RuleRequest } from '../../../guard/rule.ts';

/**
 * Coins and jettons of a swap go to accounts that the policy names. Only deposits go to changing
 * addresses: the router names the provider of a swap itself, so its name proves nothing.
 */
export function destinationFindings(
  request: RuleRequest,
  destination: string | undefined,
): RuleFinding[] {
  if (destination === undefined) return [];
  const { chain, guardPolicy } = request;
  const { destinations } = admittedOn(guardPolicy, chain.name);
  return findingsOf(
    !isListed('ton', addressesOf(destinations), destination) &&
      hold(
        { kind: 'destination', chain: chain.name, address: destination },
        'the policy does not name the destination of a message',
        { destination },
      ),
  );
}
