import { ofFamily } from '../../../../core/swap/of-family.ts';
import { findingsOf, type Rule, type RuleFinding, reject } from '../../../../guard/rule.ts';
import type { GuardRequest } from '../../../../ports/guard.ts';
import { isTonTestNetwork } from '../../formats/network.ts';
import type { TonCall } from '../decode.ts';
import type { TonEffects } from '../effects.ts';
import { readTonOrder } from '../order.ts';

/** Nanotons allowed to an account without code: a mistyped address looks the same. */
const maxToUninitialized = 1_000_000_000n;

/**
 * N02. Messages go to existing accounts of the base workchain, and not to the wallet itself.
 * Messages that call a contract are bounceable. An account without code receives only a plain,
 * non-bounceable payment of at most 1 TON, because a bounceable one would come back; or its code
 * along with a call (N06), and at most as much.
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
            reject('a message that calls a contract is not bounceable', { destination }),
        );
      case 'uninitialized':
        return findingsOf(
          !isPlain &&
            !call.stateInit &&
            reject('an account without code is called', { destination }),
          bounce &&
            !call.stateInit &&
            reject('a bounceable message to an account without code comes back', { destination }),
          value > maxToUninitialized &&
            reject('an account without code receives more than 1 TON', { destination, value }),
        );
      case 'frozen':
        return [reject('a message is for a frozen account', { destination })];
      default:
        return [
          reject('the simulation did not read the destination of a message', { destination }),
        ];
    }
  }
}

function isForTests({ intent, chain }: GuardRequest): boolean {
  const transaction = intent.kind === 'swap' ? intent.order.transaction : undefined;
  if (!transaction || isTonTestNetwork(ofFamily(chain, 'ton'))) return false;
  return ofFamily(transaction, 'ton').messages.some((message) => readTonOrder(message).isTestOnly);
}
