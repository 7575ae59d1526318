import { addressesOf, hasRotatingAddresses, isListed } from '../../../guard/admission.ts';
import { admittedOn } from '../../../guard/policy/guard-policy.ts';
import { findingsOf, hold, type RuleFinding, type RuleRequest } from '../../../guard/rule.ts';

/**
 * Coins and jettons go to accounts that the policy names, or to a changing address of a provider
 * that it names for the token.
 */
export function destinationFindings(
  request: RuleRequest,
  destination: string | undefined,
): RuleFinding[] {
  if (destination === undefined) return [];
  const { chain, intent, guardPolicy } = request;
  const { destinations } = admittedOn(guardPolicy, chain.name);
  const provider = intent.kind === 'swap' ? intent.order.provider : undefined;
  return findingsOf(
    !isListed('ton', addressesOf(destinations), destination) &&
      !hasRotatingAddresses(request, provider) &&
      hold(
        { kind: 'destination', chain: chain.name, address: destination },
        'the policy does not name the destination of a message',
        { destination },
      ),
  );
}
