import type { PayoutCandidate } from '../core/settlement/settlement.ts';
import type { ChainName } from '../core/swap/chains.ts';
import type { ReceivedTransfer } from '../ports/payments.ts';
import type { AttributionStore } from '../ports/stores/attribution-store.ts';

/** Observed transfers as candidates for a payout or refund. */
export function candidates(
  chain: ChainName,
  transfers: readonly ReceivedTransfer[],
): PayoutCandidate[] {
  return transfers.map(({ txId, index, token, amount, block, final }) => ({
    chain,
    txId,
    index,
    token,
    amount,
    block: block.number,
    final,
  }));
}

/**
 * Marks each transfer that is already attributed to a swap. If two swaps want one at the same time,
 * the journal refuses one of them.
 */
export async function withAttributions(
  journal: Pick<AttributionStore, 'attributedLegs'>,
  chain: ChainName,
  transfers: readonly ReceivedTransfer[],
): Promise<PayoutCandidate[]> {
  const payouts = candidates(chain, transfers);
  const attributed = await journal.attributedLegs(payouts);
  return payouts.map((payout) => {
    const attribution = attributed.find(
      ({ chain, txId, index }) =>
        chain === payout.chain && txId === payout.txId && index === payout.index,
    );
    return attribution ? { ...payout, attributedTo: attribution.bySwap } : payout;
  });
}
