import { isNativeToken } from '../../../../core/swap/chains.ts';
import {
  findingsOf,
  type Rule,
  type RuleFinding,
  type RuleRequest,
  reject,
} from '../../../../guard/rule.ts';
import { type JettonOut, jettonsOut } from '../decode.ts';
import { destinationFindings } from '../destination.ts';
import type { TonEffects } from '../effects.ts';
import { maxGasOfMessage } from './n03-value.ts';

/**
 * N05. Only the job's jetton is transferred, in exactly the job's amount, from the jetton wallet
 * that its master derives for the wallet, to a destination that the policy names. The excess coins
 * come back, and the forwarded coins only pay gas. A job that gives coins has no jetton transfer: no
 * master confirms its jetton wallet.
 */
export const tonJettons: Rule<TonEffects> = {
  id: 'N05',
  check(effects, request) {
    const transfers = jettonsOut(effects);
    const { job, chain } = request;
    if (isNativeToken(chain, job.from.token)) {
      return transfers.map(({ jettonWallet }) =>
        reject('a message transfers jettons, but the job gives coins', { jettonWallet }),
      );
    }
    const given = transfers.reduce((sum, { amount }) => sum + amount, 0n);
    return [
      ...findingsOf(
        given !== job.amount &&
          reject('the jetton transfers differ from the job’s amount', {
            given,
            amount: job.amount,
          }),
      ),
      ...transfers.flatMap((transfer) => transferFindings(transfer, effects, request)),
    ];
  },
};

function transferFindings(
  {
    jettonWallet,
    destination,
    responseDestination,
    forwardAmount,
    value,
    hasCustomPayload,
  }: JettonOut,
  { jettonWallets }: TonEffects,
  request: RuleRequest,
): RuleFinding[] {
  const { job, lease } = request;
  const own = jettonWallets.get(job.from.token);
  return [
    ...destinationFindings(request, destination),
    ...findingsOf(
      own === undefined &&
        reject('the simulation lacks the wallet’s own jetton wallet', { token: job.from.token }),
      own !== undefined &&
        jettonWallet !== own &&
        reject('the transfer uses another jetton wallet', { jettonWallet, own }),
      destination === undefined && reject('the jetton transfer has no destination'),
      destination === lease.account &&
        reject('the jettons go to the wallet itself', { destination }),
      responseDestination !== lease.account &&
        reject('the excess coins go to another account', { responseDestination }),
      hasCustomPayload && reject('the jetton transfer has a custom payload'),
      forwardAmount >= value &&
        reject('the forward amount is not below the message’s value', { forwardAmount, value }),
      forwardAmount > maxGasOfMessage &&
        reject('the forward amount is above the gas limit of a message', {
          forwardAmount,
          most: maxGasOfMessage,
        }),
    ),
  ];
}
