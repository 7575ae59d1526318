import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFunctionData, type Hex } from 'viem';
import type { Heads } from '../chains/heads.ts';
import { grossForNet, netOfTransfer } from '../chains/token.ts';
import type { AccountSender, Call } from '../evm/account-sender.ts';
import { ClaimVault } from '../evm/artifacts/ClaimVault.ts';
import { RefundGateway } from '../evm/artifacts/RefundGateway.ts';
import { requireSuccess } from '../evm/pay-out.ts';
import { chainNamed, contractChainNamed, type SandboxChains } from '../sandbox-chain.ts';
import { BRIDGES } from './bridges.ts';
import type { Order, OrderBook } from './order-book.ts';
import type { ProviderSwitches } from './provider-switches.ts';

export interface FulfilTools {
  readonly chains: SandboxChains;
  readonly orders: OrderBook;
  readonly switches: ProviderSwitches;
  readonly payoutDelayMs: number;
  readonly signal: AbortSignal;
}

const CALL_GAS = 200_000n;
/** What a provider keeps of a deposit that it gives back by itself. */
const REFUND_FEE_BPS = 10n;

/**
 * Lets a deposited order meet its provider's fate. To be called once for an order. What goes wrong is written into the
 * order.
 */
export async function fulfilOrder(order: Order, tools: FulfilTools): Promise<void> {
  const { orders, switches, payoutDelayMs, signal } = tools;
  try {
    if (payoutDelayMs > 0) await sleep(payoutDelayMs, undefined, { signal });
    await switches.whenRunning(order.provider, signal);
    await meetFate(order, tools);
  } catch (error) {
    if (signal.aborted) return;
    orders.advance(order, { kind: 'payout-failed', reason: String(error) });
  }
}

async function meetFate(order: Order, { chains, orders }: FulfilTools): Promise<void> {
  const { orderId, from, to, payout, receiver } = order;
  const { fate, payer } = BRIDGES[order.provider];
  switch (fate.kind) {
    case 'keep':
      return;
    case 'pay':
    case 'pay-another-token': {
      const destination = chainNamed(chains, to.chain);
      if (fate.kind === 'pay') await blocksLater(destination.heads, fate.afterBlocks);
      const { token, amount } = payout;
      const onSent = (payoutTx: Hex) => orders.advance(order, { kind: 'paying', payoutTx });
      const payoutTx = await destination.operations.payOut({ payer, orderId, token, receiver, amount, onSent });
      return orders.advance(order, { kind: 'paid', payoutTx });
    }
    case 'refund': {
      const source = chainNamed(chains, from.chain);
      const amount = netOfTransfer(from, order.amountDue - (order.amountDue * REFUND_FEE_BPS) / 10_000n);
      const back = { payer, orderId, token: from, receiver: order.sender, amount, onSent: () => undefined };
      return orders.advance(order, { kind: 'refunded', refundTx: await source.operations.payOut(back), amount });
    }
    case 'offer-refund': {
      const source = contractChainNamed(chains, from.chain);
      const data = encodeFunctionData({ abi: RefundGateway.abi, functionName: 'releaseRefund', args: [orderId] });
      const gateway = source.deployment.bridgeGateways[order.provider].address;
      await execute(source.payers[payer], { to: gateway, data, gas: CALL_GAS });
      return orders.advance(order, { kind: 'refundable' });
    }
    case 'offer-claim': {
      const destination = contractChainNamed(chains, to.chain);
      const args = [orderId, receiver, payout.token.address, grossForNet(payout.token, payout.amount)] as const;
      const data = encodeFunctionData({ abi: ClaimVault.abi, functionName: 'release', args });
      await execute(destination.payers[payer], { to: destination.deployment.claimVault, data, gas: CALL_GAS });
      return orders.advance(order, { kind: 'claimable' });
    }
  }
}

async function blocksLater(heads: Heads, blocks: bigint): Promise<void> {
  const until = heads.latest() + blocks;
  for (let latest = heads.latest(); latest < until; latest = await heads.next(latest));
}

async function execute(sender: AccountSender, call: Call): Promise<void> {
  await requireSuccess(sender, await sender.submit(call));
}
