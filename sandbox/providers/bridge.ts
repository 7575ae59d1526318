import { randomBytes } from 'node:crypto';
import { toHex } from 'viem';
import type { BridgeId } from '../chains/bridge-ids.ts';
import { MINTABLE_TOKENS } from '../chains/chain-catalogue.ts';
import { PAPER_CHAIN_NAMES } from '../chains/paper-chains.ts';
import { convertByPrice, isNative, netOfTransfer, type Token } from '../chains/token.ts';
import { chainNamed, placeNamed, type SandboxChains } from '../sandbox-chain.ts';
import { bridgeStatus } from './bridge-status.ts';
import { BRIDGES } from './bridges.ts';
import type { OrderBook } from './order-book.ts';
import type { WalletProvider } from './provider.ts';

interface BridgeTools {
  readonly chains: SandboxChains;
  readonly orders: OrderBook;
}

const DEPOSIT_GAS = 300_000n;
/** A payer pays at most this fraction of its stock for one order. */
const LARGEST_PART = 100n;

/**
 * A cross-chain provider with a gateway that takes deposits, fixed prices, and an ending from
 * `BRIDGES`.
 */
export function bridgeProvider(id: BridgeId, { chains, orders }: BridgeTools): WalletProvider {
  const bridge = BRIDGES[id];
  const served = [...chains.keys(), ...PAPER_CHAIN_NAMES];
  const servedChains =
    bridge.chains === undefined
      ? served
      : [...chains.keys()].filter((name) => bridge.chains?.includes(name));
  return {
    id,
    kind: 'cross-chain',
    takes: 'transactions',
    onlyIfPreferred: bridge.onlyIfPreferred,
    chains: servedChains,
    usesServiceContract: false,
    meanwhile: bridge.meanwhile,
    async quote({ from, to, amountIn }) {
      if (from.chain === to.chain || ![from, to].every(({ chain }) => servedChains.includes(chain)))
        return undefined;
      const amountOut = convertByPrice(from, netOfTransfer(from, amountIn), to, bridge.feeBps);
      const { payerStock, leastNative } = placeNamed(chains, to.chain).definition;
      const largest = (payerStock * 10n ** BigInt(to.decimals)) / LARGEST_PART;
      const least = isNative(to) ? leastNative : 1n;
      // The bounds ignore the fee: the maximum yields slightly less than `largest`, and doubling
      // the minimum covers the fee.
      if (amountOut > largest)
        return { refused: 'above-maximum', limit: convertByPrice(to, largest, from, 0n) };
      if (amountOut < least)
        return { refused: 'below-minimum', limit: 2n * convertByPrice(to, least, from, 0n) };
      const { definition, deployment } = chainNamed(chains, from.chain);
      const gateway = deployment.bridgeGateways[id];
      if (gateway === undefined) return undefined;
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
        spender: isNative(from) ? null : gateway.spender,
        durationInMinutes: bridge.durationInMinutes,
        gasLimit: definition.depositGas ?? DEPOSIT_GAS,
      };
    },
    async build({ route, quote, quoteId, minimumOut, deadline, publicKey }) {
      const { from, to, amountIn, sender, receiver } = route;
      const orderId = toHex(randomBytes(32));
      const destination = placeNamed(chains, to.chain);
      const paid =
        bridge.ending.kind === 'pay-another-token'
          ? anotherToken(destination.deployment.tokens, to)
          : to;
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
        payout: {
          token: paid,
          amount: paid === to ? quote.amountOut : convertByPrice(to, quote.amountOut, paid, 0n),
        },
      });
      const transaction = await chainNamed(chains, from.chain).operations.buildDeposit({
        bridge: id,
        orderId,
        from,
        amountIn,
        sender,
        to,
        destinationChainId: destination.definition.chainId,
        receiver,
        receiverText: destination.notation.renderAddress(receiver),
        minimumOut,
        deadline,
        publicKey,
        gasLimit: quote.gasLimit,
      });
      return {
        transaction,
        uniqueInfo: bridge.uniqueInfoKey === undefined ? {} : { [bridge.uniqueInfoKey]: orderId },
      };
    },
    status(sourceTx, quoteId) {
      const order = orders.bySourceTx(sourceTx, quoteId);
      return order?.invoice === undefined && order?.provider === id
        ? bridgeStatus(order, { chains, orders })
        : undefined;
    },
  };
}

/** USDC, or another dollar token if USDC was ordered. */
function anotherToken(tokens: readonly Token[], ordered: Token): Token {
  const { USDC, DAI, USDT } = MINTABLE_TOKENS;
  const others = ordered.symbol === USDC.symbol ? [DAI, USDT] : [USDC];
  const other = others
    .flatMap(({ symbol }) => tokens.find((token) => token.symbol === symbol) ?? [])
    .at(0);
  if (other === undefined)
    throw new Error(`${ordered.chain} has no token to pay instead of ${ordered.symbol}.`);
  return other;
}
