import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, encodeFunctionData, type Hash } from 'viem';
import type { AccountSender, Call } from '../evm/account-sender.ts';
import { ClaimVault } from '../evm/artifacts/ClaimVault.ts';
import { RefundGateway } from '../evm/artifacts/RefundGateway.ts';
import { StandardToken } from '../evm/artifacts/StandardToken.ts';
import { chainNamed, type EvmChains } from '../evm/evm-chain.ts';
import type { Heads } from '../evm/heads.ts';
import { grossForNet, isNative, netOfTransfer, type Token } from '../evm/token.ts';
import { SandboxError } from '../sandbox-error.ts';
import { BRIDGES } from './bridges.ts';
import type { Order, OrderBook } from './order-book.ts';
import type { ProviderSwitches } from './provider-switches.ts';

export interface FulfilTools {
  readonly chains: EvmChains;
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
  const [source, destination] = [chainNamed(chains, from.chain), chainNamed(chains, to.chain)];
  switch (fate.kind) {
    case 'keep':
      return;
    case 'pay':
    case 'pay-another-token': {
      if (fate.kind === 'pay') await blocksLater(destination.heads, fate.afterBlocks);
      const sender = destination.payers[payer];
      const payoutTx = await sender.submit(transfer(payout.token, receiver, grossForNet(payout.token, payout.amount)));
      orders.advance(order, { kind: 'paying', payoutTx });
      await succeeded(sender, payoutTx);
      return orders.advance(order, { kind: 'paid', payoutTx });
    }
    case 'refund': {
      const sent = order.amountDue - (order.amountDue * REFUND_FEE_BPS) / 10_000n;
      const refundTx = await execute(source.payers[payer], transfer(from, order.sender, sent));
      return orders.advance(order, { kind: 'refunded', refundTx, amount: netOfTransfer(from, sent) });
    }
    case 'offer-refund': {
      const data = encodeFunctionData({ abi: RefundGateway.abi, functionName: 'releaseRefund', args: [orderId] });
      const gateway = source.deployment.bridgeGateways[order.provider].address;
      await execute(source.payers[payer], { to: gateway, data, gas: CALL_GAS });
      return orders.advance(order, { kind: 'refundable' });
    }
    case 'offer-claim': {
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

async function execute(sender: AccountSender, call: Call): Promise<Hash> {
  const hash = await sender.submit(call);
  await succeeded(sender, hash);
  return hash;
}

async function succeeded(sender: AccountSender, hash: Hash): Promise<void> {
  const { status } = await sender.mined(hash);
  if (status === 'reverted') throw new SandboxError('transaction-failed', `${hash} was reverted`);
}

function transfer(token: Token, to: Address, amount: bigint): Call {
  if (isNative(token)) return { to, value: amount, gas: CALL_GAS };
  const data = encodeFunctionData({ abi: StandardToken.abi, functionName: 'transfer', args: [to, amount] });
  return { to: token.address, data, gas: CALL_GAS };
}
