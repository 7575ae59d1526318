import { isNativeToken } from '../../../../core/swap/chains.ts';
import { findingsOf, type Rule, type RuleFinding, reject } from '../../../../guard/rule.ts';
import type { GuardRequest } from '../../../../ports/guard.ts';
import { type JettonOut, jettonsOut } from '../decode.ts';
import type { TonEffects } from '../effects.ts';
import { maxGasOfMessage } from './n03-value.ts';

/**
 * N05. Of jettons only the job's is transferred, exactly its amount, by the jetton wallet that its
 * own master derives for ours. The rest of the coins comes back, and what goes on with the jettons
 * is for gas. A job that gives coins has no such message: its jetton wallet would be one that no
 * master derived.
 */
export const tonJettons: Rule<TonEffects> = {
  id: 'N05',
  check(effects, request) {
    const transfers = jettonsOut(effects);
    const { job, chain } = request;
    if (isNativeToken(chain, job.from.token)) {
      return transfers.map(({ jettonWallet }) =>
        reject('a jetton is transferred where the job gives coins', { jettonWallet }),
      );
    }
    const given = transfers.reduce((sum, { amount }) => sum + amount, 0n);
    return [
      ...findingsOf(
        given !== job.amount &&
          reject('another amount is transferred than the job gives', { given, amount: job.amount }),
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
  { job, lease }: GuardRequest,
): RuleFinding[] {
  const own = jettonWallets.get(job.from.token);
  return findingsOf(
    own === undefined &&
      reject('nobody derived the wallet’s own jetton wallet', { token: job.from.token }),
    own !== undefined &&
      jettonWallet !== own &&
      reject('another jetton wallet is called', { jettonWallet, own }),
    destination === undefined && reject('the jettons are for nobody'),
    destination === lease.account && reject('the jettons stay where they are', { destination }),
    responseDestination !== lease.account &&
      reject('what is left of the coins goes to another', { responseDestination }),
    hasCustomPayload && reject('the jetton wallet is told more than a transfer'),
    forwardAmount >= value &&
      reject('more coins go on than are sent along', { forwardAmount, value }),
    forwardAmount > maxGasOfMessage &&
      reject('more coins go on with the jettons than gas costs', {
        forwardAmount,
        most: maxGasOfMessage,
      }),
  );
}
