import type { Order, Swap } from '../swap/swap.ts';
import type { SettlementFinding } from './settlement.ts';

/**
 * Attributes a payout on a chain that Ferryman cannot read, by the routing service's report alone.
 * Only `SUCCESS` with a transaction counts: the journal lets no other swap settle by the same one.
 * The received amount is unknown, so the leg records the order's minimum.
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
  // Which of its transfers is ours is unknown, so the leg takes the whole transaction.
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
