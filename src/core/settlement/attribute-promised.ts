import type { Order, Swap } from '../swap/swap.ts';
import type { SettlementFinding } from './settlement.ts';

/**
 * What the routing service says of a payout on a chain that nobody here can look at. Only that it
 * has paid counts, and only with the transaction that it paid by: the journal lets no other swap be
 * settled by the same one. What arrived nobody has seen, so that no more is written down than what
 * the order promised at least.
 */
export function attributePromised(
  { job, routerStatus }: Swap,
  { minOut }: Order,
): SettlementFinding {
  const { chain, token } = job.to;
  if (routerStatus?.status !== 'SUCCESS' || !routerStatus.destination)
    return { kind: 'unseen', chain };
  const level = 'router-reported';
  const { txId } = routerStatus.destination;
  // Which of the transaction's transfers it is nobody can tell: all of it is taken.
  const leg = {
    chain,
    txId,
    index: -1,
    token,
    amount: minOut,
    role: 'payout',
    level,
    promised: true,
  } as const;
  return { kind: 'found', legs: [leg], level };
}
