import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFunctionData } from 'viem';
import type { Call } from '../evm/account-sender.ts';
import { StandardToken } from '../evm/artifacts/StandardToken.ts';
import type { EvmChains, PayingProviderId } from '../evm/evm-chain.ts';
import { grossForNet, isNative } from '../evm/token.ts';
import type { Order, OrderBook } from './order-book.ts';
import type { ProviderSwitches } from './provider-switches.ts';

interface PayoutTools {
  readonly chains: EvmChains;
  readonly orders: OrderBook;
  readonly switches: ProviderSwitches;
  readonly payoutDelayMs: number;
  readonly signal: AbortSignal;
}

const PAYOUT_GAS = 200_000n;

/**
 * Pays one order out of the provider's own stock on the destination chain: exactly the amount of the order, net. To be
 * called once for an order. What goes wrong is written into the order.
 */
export async function payOut(order: Order, provider: PayingProviderId, tools: PayoutTools): Promise<void> {
  const { chains, orders, switches, payoutDelayMs, signal } = tools;
  if (order.state.kind !== 'deposited') throw new Error(`Order ${order.orderId} is not waiting for its payout.`);
  const { sourceTx } = order.state;
  const payer = chains[order.to.chain].payers[provider];
  try {
    if (payoutDelayMs > 0) await sleep(payoutDelayMs, undefined, { signal });
    await switches.whenRunning(provider, signal);
    const payoutTx = await payer.submit(payoutCall(order));
    orders.advance(order, { kind: 'paying', sourceTx, payoutTx });
    const receipt = await payer.mined(payoutTx);
    if (receipt.status === 'success') orders.advance(order, { kind: 'paid', sourceTx, payoutTx });
    else orders.advance(order, { kind: 'payout-failed', sourceTx, reason: `${payoutTx} was reverted` });
  } catch (error) {
    if (signal.aborted) return;
    orders.advance(order, { kind: 'payout-failed', sourceTx, reason: String(error) });
  }
}

function payoutCall({ to, receiver, amountOut }: Order): Call {
  if (isNative(to)) return { to: receiver, value: amountOut, gas: PAYOUT_GAS };
  const args = [receiver, grossForNet(to, amountOut)] as const;
  const data = encodeFunctionData({ abi: StandardToken.abi, functionName: 'transfer', args });
  return { to: to.address, data, gas: PAYOUT_GAS };
}
