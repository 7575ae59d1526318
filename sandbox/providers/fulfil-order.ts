import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFunctionData, type Hex } from 'viem';
import type { PayerId } from '../chains/bridge-ids.ts';
import type { Heads } from '../chains/heads.ts';
import { isPaper, paperTransaction } from '../chains/paper-chains.ts';
import { grossForNet, netOfTransfer } from '../chains/token.ts';
import type { AccountSender, Call } from '../evm/account-sender.ts';
import { ClaimVault } from '../evm/artifacts/ClaimVault.ts';
import { RefundGateway } from '../evm/artifacts/RefundGateway.ts';
import { requireSuccess } from '../evm/pay-out.ts';
import type { ChainAddress } from '../notation.ts';
import { chainNamed, contractChainNamed, type SandboxChains } from '../sandbox-chain.ts';
import { BRIDGES } from './bridges.ts';
import { comesBack } from './comes-back.ts';
import { DEPOSIT_PROVIDERS } from './deposit-providers.ts';
import type { BridgeOrder, DepositOrder, Order, OrderBook } from './order-book.ts';
import type { ProviderSwitches } from './provider-switches.ts';

export interface FulfilTools {
  readonly chains: SandboxChains;
  readonly orders: OrderBook;
  readonly switches: ProviderSwitches;
  readonly payoutDelayMs: number;
  readonly signal: AbortSignal;
}

const CALL_GAS = 200_000n;
/** The fee that a provider keeps when it refunds a deposit by itself. */
const REFUND_FEE_BPS = 10n;

/**
 * Carries out the ending of an order that was paid in. Call it once per order. It writes failures
 * into the order.
 */
export async function fulfilOrder(order: Order, tools: FulfilTools): Promise<void> {
  const { orders, switches, payoutDelayMs, signal } = tools;
  try {
    if (payoutDelayMs > 0) await sleep(payoutDelayMs, undefined, { signal });
    await switches.whenRunning(order.provider, signal);
    await (order.invoice === undefined
      ? carryOutPlan(order, tools)
      : carryOutDepositPlan(order, tools));
  } catch (error) {
    if (signal.aborted) return;
    orders.advance(order, { kind: 'payout-failed', reason: String(error) });
  }
}

async function carryOutPlan(order: BridgeOrder, tools: FulfilTools): Promise<void> {
  const { chains, orders } = tools;
  const { orderId, from, to, payout, receiver } = order;
  const { ending, payer } = BRIDGES[order.provider];
  switch (ending.kind) {
    case 'keep':
      return;
    case 'pay':
    case 'pay-another-token': {
      const pace = chainNamed(chains, isPaper(to.chain) ? from.chain : to.chain);
      if (ending.kind === 'pay') await blocksLater(pace.heads, ending.afterBlocks);
      return pay(order, payer, tools);
    }
    case 'refund':
      return giveBack(order, { payer, to: order.sender, received: order.amountDue }, tools);
    case 'offer-refund': {
      const source = contractChainNamed(chains, from.chain);
      const data = encodeFunctionData({
        abi: RefundGateway.abi,
        functionName: 'releaseRefund',
        args: [orderId],
      });
      const gateway = source.deployment.bridgeGateways[order.provider].address;
      await execute(source.payers[payer], { to: gateway, data, gas: CALL_GAS });
      return orders.advance(order, { kind: 'refundable' });
    }
    case 'offer-claim': {
      const destination = contractChainNamed(chains, to.chain);
      const args = [
        orderId,
        receiver,
        payout.token.address,
        grossForNet(payout.token, payout.amount),
      ] as const;
      const data = encodeFunctionData({ abi: ClaimVault.abi, functionName: 'release', args });
      await execute(destination.payers[payer], {
        to: destination.deployment.claimVault,
        data,
        gas: CALL_GAS,
      });
      return orders.advance(order, { kind: 'claimable' });
    }
  }
}

/** Refunds only if the payer gave a refund address. */
async function carryOutDepositPlan(order: DepositOrder, tools: FulfilTools): Promise<void> {
  const { state, invoice, deposit } = order;
  const { ending } = DEPOSIT_PROVIDERS[order.provider];
  if (state.kind === 'deposited' && ending === 'pay') return pay(order, 'others', tools);
  if (comesBack(order) && invoice.refundTo !== null && deposit !== undefined) {
    return giveBack(
      order,
      { payer: 'others', to: invoice.refundTo, received: deposit.amount },
      tools,
    );
  }
  tools.orders.advance(order, { kind: 'rejected', reason: 'nowhere to give it back to' });
}

/** Pays the receiver as ordered; on paper if the chain does not run. */
async function pay(order: Order, payer: PayerId, { chains, orders }: FulfilTools): Promise<void> {
  const { orderId, to, receiver, payout } = order;
  if (isPaper(to.chain))
    return orders.advance(order, { kind: 'paid', payoutTx: paperTransaction(orderId) });
  const onSent = (payoutTx: Hex) => orders.advance(order, { kind: 'paying', payoutTx });
  const { operations } = chainNamed(chains, to.chain);
  const payoutTx = await operations.payOut({ payer, orderId, ...payout, receiver, onSent });
  orders.advance(order, { kind: 'paid', payoutTx });
}

interface Return {
  readonly payer: PayerId;
  readonly to: ChainAddress;
  /** In base units, before the fee. */
  readonly received: bigint;
}

async function giveBack(
  order: Order,
  { payer, to, received }: Return,
  { chains, orders }: FulfilTools,
): Promise<void> {
  const { orderId, from } = order;
  const amount = netOfTransfer(from, received - (received * REFUND_FEE_BPS) / 10_000n);
  const back = { payer, orderId, token: from, receiver: to, amount, onSent: () => undefined };
  const refundTx = await chainNamed(chains, from.chain).operations.payOut(back);
  orders.advance(order, { kind: 'refunded', refundTx, amount });
}

async function blocksLater(heads: Heads, blocks: bigint): Promise<void> {
  const until = heads.latest() + blocks;
  for (let latest = heads.latest(); latest < until; latest = await heads.next(latest));
}

async function execute(sender: AccountSender, call: Call): Promise<void> {
  await requireSuccess(sender, await sender.submit(call));
}
