import { chainNamed, type SandboxChains } from '../sandbox-chain.ts';
import { BRIDGES } from './bridges.ts';
import type { BridgeOrder, OrderBook } from './order-book.ts';
import type { ProviderStatus } from './provider.ts';

interface StatusTools {
  readonly chains: SandboxChains;
  readonly orders: OrderBook;
}

/**
 * The status that a bridge reports for its own order. It reports the intermediate status at least
 * once.
 */
export function bridgeStatus(order: BridgeOrder, { chains, orders }: StatusTools): ProviderStatus {
  if (order.provider === 'meson') return lie(order, orders);
  const { meanwhile, silentBlocks = 0n, ending } = BRIDGES[order.provider];
  const { deposit, state } = order;
  if (
    deposit !== undefined &&
    chainNamed(chains, order.from.chain).heads.latest() < deposit.acceptedAt + silentBlocks
  ) {
    return { status: 'NOT_FOUND' };
  }
  if (deposit !== undefined && !deposit.isAskedFor && meanwhile !== 'PENDING') {
    // However late the first request comes, it receives the intermediate status.
    deposit.isAskedFor = true;
    return { status: meanwhile };
  }
  switch (state.kind) {
    case 'awaiting-deposit':
      return { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' };
    case 'deposited':
      return { status: meanwhile, subStatus: 'EXCHANGING' };
    case 'paying':
      return { status: meanwhile, subStatus: 'SENDING' };
    case 'paid': {
      const destination = { tx: state.payoutTx, chain: order.to.chain };
      return { status: ending.kind === 'pay-another-token' ? 'REVERTED' : 'SUCCESS', destination };
    }
    case 'claimable':
      return { status: 'READY_TO_CLAIM' };
    case 'refundable':
      return { status: 'REVERT' };
    case 'refunded':
      return { status: 'REVERTED' };
    case 'payout-failed':
    case 'rejected':
      return { status: 'FAIL' };
  }
}

/**
 * The lying bridge reports another order's payout as its own: the latest one to the same receiver
 * on that chain, else the latest on the chain. It looks plausible.
 */
function lie(order: BridgeOrder, orders: OrderBook): ProviderStatus {
  const there = orders.payouts().filter(({ to }) => to.chain === order.to.chain);
  const claimed = there.findLast(({ receiver }) => receiver === order.receiver) ?? there.at(-1);
  if (claimed === undefined) return { status: 'PENDING' };
  return { status: 'SUCCESS', destination: { tx: claimed.payoutTx, chain: order.to.chain } };
}
