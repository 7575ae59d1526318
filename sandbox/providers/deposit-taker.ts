import { randomBytes, randomInt } from 'node:crypto';
import { formatUnits, toHex } from 'viem';
import { PAPER_CHAIN_NAMES } from '../chains/paper-chains.ts';
import { convertByPrice, isNative, netOfTransfer } from '../chains/token.ts';
import { chainNamed, placeNamed, type SandboxChain, type SandboxChains } from '../sandbox-chain.ts';
import type { DepositDesk } from './deposit-desk.ts';
import { DEPOSIT_PROVIDERS, type DepositProviderId, pooledRole } from './deposit-providers.ts';
import { depositStatus } from './deposit-status.ts';
import type { OrderBook } from './order-book.ts';
import type { DepositTaker } from './provider.ts';

interface TakerTools {
  readonly chains: SandboxChains;
  readonly orders: OrderBook;
  readonly desk: DepositDesk;
  /** Number of blocks of the source chain. */
  readonly orderLifetime: bigint;
}

/** Gas of a transfer, with a memo on chains that have memos. */
const TRANSFER_GAS = 100_000n;
/** A payer pays at most this fraction of its stock for one order. */
const LARGEST_PART = 100n;

/**
 * A cross-chain provider that takes plain transfers, with fixed prices and an ending from
 * `DEPOSIT_PROVIDERS`.
 */
export function depositTaker(
  id: DepositProviderId,
  { chains, orders, desk, orderLifetime }: TakerTools,
): DepositTaker {
  const provider = DEPOSIT_PROVIDERS[id];
  return {
    id,
    kind: 'cross-chain',
    takes: 'deposits',
    onlyIfPreferred: provider.onlyIfPreferred,
    chains: [...chains.keys(), ...PAPER_CHAIN_NAMES],
    usesServiceContract: false,
    meanwhile: 'PENDING',
    async quote({ from, to, amountIn }) {
      if (from.chain === to.chain) return undefined;
      const { definition } = chainNamed(chains, from.chain);
      const { payerStock, leastNative } = placeNamed(chains, to.chain).definition;
      const amountOut = convertByPrice(from, netOfTransfer(from, amountIn), to, provider.feeBps);
      const largest = (payerStock * 10n ** BigInt(to.decimals)) / LARGEST_PART;
      if (amountOut > largest)
        return { refused: 'above-maximum', limit: convertByPrice(to, largest, from, 0n) };
      // On some chains a fresh address cannot hold less than this of the native coin.
      const leastIn = isNative(from) ? definition.leastNative : 1n;
      const leastOut = isNative(to) ? leastNative : 1n;
      if (amountIn < leastIn || amountOut < leastOut) {
        const forOut = 2n * convertByPrice(to, leastOut, from, 0n);
        return { refused: 'below-minimum', limit: forOut > leastIn ? forOut : leastIn };
      }
      return {
        amountOut,
        path: [
          { token: from, amount: amountIn },
          { token: to, amount: amountOut },
        ],
        priceImpactPpm: null,
        nativeFee: 0n,
        protocolFee: 0n,
        feeBps: provider.feeBps,
        spender: null,
        durationInMinutes: provider.durationInMinutes,
        gasLimit: definition.depositGas ?? TRANSFER_GAS,
      };
    },
    openOrder({ route, quote, quoteId, minimumOut, refundTo }) {
      const { from, to, receiver, sender = null } = route;
      const source = chainNamed(chains, from.chain);
      const orderId = toHex(randomBytes(32));
      const isPooled = provider.pooledOn.includes(from.chain);
      const amountIn = (route.amountIn * provider.asksBps) / 10_000n;
      const place = source.operations.openDepositTarget(
        isPooled ? pooledRole(id) : `${id} deposit ${orderId}`,
      );
      const memo = isPooled ? `${randomInt(10 ** 9, 10 ** 10)}` : null;
      const exchangeId = provider.exchangeId ?? randomBytes(7).toString('hex');
      const { heads } = source;
      const lastBlock = heads.latest() + (provider.runsOutAtOnce ? 0n : orderLifetime);
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
        payout: { token: to, amount: quote.amountOut },
        invoice: { place, memo, exchangeId, lastBlock, refundTo },
      });
      return {
        transaction: {
          depositAddress: place.text,
          amountToSend: formatUnits(amountIn, from.decimals),
          exchangeId,
          ...(memo === null ? {} : { extraFields: { name: memoName(source), value: memo } }),
        },
        uniqueInfo: { [provider.uniqueInfoKey]: exchangeId },
      };
    },
    status(sourceTx, quoteId) {
      const order = orders.bySourceTx(sourceTx, quoteId) ?? desk.unconfirmedOrder(sourceTx);
      return order?.invoice !== undefined && order.provider === id
        ? depositStatus(order, desk)
        : undefined;
    },
  };
}

/** The name that users of the chain have for a memo. */
function memoName({ family }: SandboxChain): string {
  return family === 'ton' ? 'comment' : 'memo';
}
