import { ofFamily } from '../../../../core/swap/of-family.ts';
import { findingsOf, type Rule, type RuleFinding, reject } from '../../../../guard/rule.ts';
import type { GuardRequest } from '../../../../ports/guard.ts';
import { isTonTestNetwork } from '../../formats/network.ts';
import type { TonCall } from '../decode.ts';
import type { TonEffects } from '../effects.ts';
import { readTonOrder } from '../order.ts';

/** Nanotons that may go to an account of which nobody has heard: a mistyped one looks like that. */
const maxToUninitialized = 1_000_000_000n;

/**
 * N02. Messages go to existing accounts of the base workchain, and not to the wallet itself. A
 * called contract can send them back. An account without code gets a plain payment of 1 TON at
 * most, in a message that does not bounce: one that did would only come back.
 */
export const tonDestinations: Rule<TonEffects> = {
  id: 'N02',
  check(effects, request) {
    return [
      ...effects.calls.flatMap((call) => callFindings(call, effects, request)),
      ...findingsOf(
        isForTests(request) && reject('an address of the order is for test networks only'),
      ),
    ];
  },
};

function callFindings(
  call: TonCall,
  { destinations }: TonEffects,
  { lease }: GuardRequest,
): RuleFinding[] {
  const { destination, bounce, value } = call;
  const status = destinations.get(destination);
  const isPlain = call.body.kind === 'empty' || call.body.kind === 'comment';
  return [
    ...findingsOf(
      !destination.startsWith('0:') &&
        reject('a message leaves the base workchain', { destination }),
      destination === lease.account &&
        reject('a message is for the wallet itself', { destination }),
    ),
    ...statusFindings(),
  ];

  function statusFindings(): RuleFinding[] {
    switch (status) {
      case 'active':
        return findingsOf(
          !isPlain &&
            !bounce &&
            reject('a contract is called that cannot send back what it refuses', { destination }),
        );
      case 'uninitialized':
        return findingsOf(
          !isPlain && reject('an account without code is called', { destination }),
          bounce && reject('a message to an account without code only comes back', { destination }),
          value > maxToUninitialized &&
            reject('an account without code is sent more than a little', { destination, value }),
        );
      case 'frozen':
        return [reject('a message is for a frozen account', { destination })];
      default:
        return [reject('nobody looked at whom a message is for', { destination })];
    }
  }
}

function isForTests({ intent, chain }: GuardRequest): boolean {
  const transaction = intent.kind === 'swap' ? intent.order.transaction : undefined;
  if (!transaction || isTonTestNetwork(ofFamily(chain, 'ton'))) return false;
  return ofFamily(transaction, 'ton').messages.some((message) => readTonOrder(message).isTestOnly);
}
