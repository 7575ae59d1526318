import { randomBytes } from 'node:crypto';
import { encodeFunctionData, toHex } from 'viem';
import { BridgeGateway } from '../evm/artifacts/BridgeGateway.ts';
import { MINTABLE_TOKENS } from '../evm/chain-catalogue.ts';
import { PAYER_STOCK } from '../evm/deploy-contracts.ts';
import { type BridgeId, chainNamed, type EvmChains } from '../evm/evm-chain.ts';
import { convertByPrice, isNative, netOfTransfer, type Token } from '../evm/token.ts';
import { bridgeStatus } from './bridge-status.ts';
import { BRIDGES } from './bridges.ts';
import type { OrderBook } from './order-book.ts';
import type { Provider } from './provider.ts';

interface BridgeTools {
  readonly chains: EvmChains;
  readonly orders: OrderBook;
}

const GAS_LIMIT = 300_000n;
/** In whole tokens: a hundredth of what a payer holds. */
const LARGEST_PAYOUT = PAYER_STOCK / 100n;

/** A cross-chain provider: a gateway that takes deposits, prices that are fixed, and a fate from the table. */
export function bridgeProvider(id: BridgeId, { chains, orders }: BridgeTools): Provider {
  const bridge = BRIDGES[id];
  const servedChains = [...chains.keys()].filter((name) => bridge.chains?.includes(name) ?? true);
  return {
    id,
    kind: 'cross-chain',
    onlyIfPreferred: bridge.onlyIfPreferred,
    chains: servedChains,
    usesServiceContract: false,
    meanwhile: bridge.meanwhile,
    async quote({ from, to, amountIn }) {
      if (from.chain === to.chain || ![from, to].every(({ chain }) => servedChains.includes(chain))) return undefined;
      const amountOut = convertByPrice(from, netOfTransfer(from, amountIn), to, bridge.feeBps);
      const largest = LARGEST_PAYOUT * 10n ** BigInt(to.decimals);
      // By the price alone: with the fee, a little less comes out of the largest amount, and more is needed for one unit.
      if (amountOut > largest) return { refused: 'above-maximum', limit: convertByPrice(to, largest, from, 0n) };
      if (amountOut === 0n) return { refused: 'below-minimum', limit: 2n * convertByPrice(to, 1n, from, 0n) };
      const { definition, deployment } = chainNamed(chains, from.chain);
      return {
        amountOut,
        path: [
          { token: from, amount: amountIn },
          { token: to, amount: amountOut },
        ],
        priceImpactPpm: null,
        nativeFee: definition.bridgeFee,
        protocolFee: (definition.bridgeFee * (bridge.protocolShareBps ?? 0n)) / 10_000n,
        feeBps: bridge.feeBps,
        spender: isNative(from) ? null : deployment.bridgeGateways[id].spender,
        durationInMinutes: bridge.durationInMinutes,
        gasLimit: GAS_LIMIT,
      };
    },
    build({ route, quote, quoteId, minimumOut, deadline }) {
      const { from, to, amountIn, sender, receiver } = route;
      const orderId = toHex(randomBytes(32));
      const destination = chainNamed(chains, to.chain);
      const paid = bridge.fate.kind === 'pay-another-token' ? anotherToken(destination.deployment.tokens, to) : to;
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
        payout: { token: paid, amount: paid === to ? quote.amountOut : convertByPrice(to, quote.amountOut, paid, 0n) },
      });
      const destinationChainId = BigInt(destination.definition.chainId);
      return {
        to: chainNamed(chains, from.chain).deployment.bridgeGateways[id].address,
        data: encodeFunctionData({
          abi: BridgeGateway.abi,
          functionName: 'bridge',
          args: [orderId, from.address, amountIn, destinationChainId, to.address, receiver, minimumOut, deadline],
        }),
        value: (isNative(from) ? amountIn : 0n) + quote.nativeFee,
        uniqueInfo: bridge.uniqueInfoKey === undefined ? {} : { [bridge.uniqueInfoKey]: orderId },
      };
    },
    status(sourceTx) {
      const order = orders.bySourceTx(sourceTx);
      return order?.provider === id ? bridgeStatus(order, { chains, orders }) : undefined;
    },
  };
}

/** DAI where USDC was ordered, USDC where anything else was. */
function anotherToken(tokens: readonly Token[], ordered: Token): Token {
  const symbol =
    ordered.symbol === MINTABLE_TOKENS.USDC.symbol ? MINTABLE_TOKENS.DAI.symbol : MINTABLE_TOKENS.USDC.symbol;
  const other = tokens.find((token) => token.symbol === symbol);
  if (other === undefined) throw new Error(`${ordered.chain} has no ${symbol}.`);
  return other;
}
