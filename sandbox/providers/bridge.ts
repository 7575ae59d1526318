import { randomBytes } from 'node:crypto';
import { encodeFunctionData, toHex } from 'viem';
import { BridgeGateway } from '../evm/artifacts/BridgeGateway.ts';
import { PAYER_STOCK } from '../evm/deploy-contracts.ts';
import type { BridgeProviderId, EvmChains } from '../evm/evm-chain.ts';
import { convertByPrice, isNative, netOfTransfer } from '../evm/token.ts';
import type { Order, OrderBook } from './order-book.ts';
import type { Provider, ProviderStatus } from './provider.ts';

export interface BridgeTools {
  readonly chains: EvmChains;
  readonly orders: OrderBook;
}

interface BridgeOptions extends BridgeTools {
  readonly id: BridgeProviderId;
  /** What the provider keeps of the converted amount. */
  readonly feeBps: bigint;
  readonly durationInMinutes: number;
  readonly onlyIfPreferred?: boolean;
  /** The member of `uniqueInfo` under which the interface shows the order's id, if it has one. */
  readonly uniqueInfoKey?: string;
  /** What the provider says about an order that was paid in. */
  statusOf(order: Order): ProviderStatus;
}

const GAS_LIMIT = 300_000n;
/** In whole tokens: a hundredth of what a payer holds. */
const LARGEST_PAYOUT = PAYER_STOCK / 100n;

/** What cross-chain providers have in common: a gateway that takes deposits, and a payout by fixed prices. */
export function bridgeProvider(options: BridgeOptions): Provider {
  const { id, chains, orders, feeBps, durationInMinutes, statusOf } = options;
  return {
    id,
    kind: 'cross-chain',
    onlyIfPreferred: options.onlyIfPreferred ?? false,
    async quote({ from, to, amountIn }) {
      if (from.chain === to.chain) return undefined;
      const amountOut = convertByPrice(from, netOfTransfer(from, amountIn), to, feeBps);
      if (amountOut === 0n || amountOut > LARGEST_PAYOUT * 10n ** BigInt(to.decimals)) return undefined;
      const { definition, deployment } = chains[from.chain];
      return {
        amountOut,
        path: [
          { token: from, amount: amountIn },
          { token: to, amount: amountOut },
        ],
        priceImpactPpm: null,
        nativeFee: definition.bridgeFee,
        spender: isNative(from) ? null : deployment.bridgeGateways[id].spender,
        durationInMinutes,
        gasLimit: GAS_LIMIT,
        usesServiceContract: false,
      };
    },
    build({ route, quote, quoteId, minimumOut, deadline }) {
      const { from, to, amountIn, sender, receiver } = route;
      const orderId = toHex(randomBytes(32));
      orders.open({
        orderId,
        provider: id,
        quoteId,
        from,
        amountIn,
        amountDue: netOfTransfer(from, amountIn),
        sender,
        to,
        receiver,
        amountOut: quote.amountOut,
        minimumOut,
      });
      const destinationChainId = BigInt(chains[to.chain].definition.chainId);
      return {
        to: chains[from.chain].deployment.bridgeGateways[id].address,
        data: encodeFunctionData({
          abi: BridgeGateway.abi,
          functionName: 'bridge',
          args: [orderId, from.address, amountIn, destinationChainId, to.address, receiver, minimumOut, deadline],
        }),
        value: (isNative(from) ? amountIn : 0n) + quote.nativeFee,
        uniqueInfo: options.uniqueInfoKey === undefined ? {} : { [options.uniqueInfoKey]: orderId },
      };
    },
    status(sourceTx) {
      const order = orders.bySourceTx(sourceTx);
      return order === undefined || order.provider !== id ? undefined : statusOf(order);
    },
  };
}

/** The truth about an order, for providers that tell it. */
export function honestStatus(order: Order): ProviderStatus {
  switch (order.state.kind) {
    case 'awaiting-deposit':
    case 'deposited':
    case 'paying':
      return { kind: 'pending' };
    case 'paid':
      return { kind: 'success', destinationTx: order.state.payoutTx, destinationChain: order.to.chain };
    case 'payout-failed':
    case 'rejected':
      return { kind: 'failed' };
  }
}
