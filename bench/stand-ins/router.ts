import { randomUUID } from 'node:crypto';
import { formatUnits, parseUnits } from 'viem';
import {
  gateway,
  nativeToken,
  paySelector,
  pool,
  swapSelector,
  token,
  tokenDecimals,
  tokenSymbol,
} from './addresses.ts';
import { type EvmChain, isCoin } from './evm-chain.ts';
import { addressWord, word } from './hex.ts';
import type { Order, OrderBook } from './order-book.ts';

/** The members of a quote request (interface 2.1) that the stand-in uses. */
interface TradeRequest {
  srcTokenBlockchain: string;
  srcTokenAmount: string;
  dstTokenAddress: string;
  dstTokenBlockchain: string;
  fromAddress: string;
  receiver: string;
  slippage: number;
  id?: string;
}

interface RouterAnswer {
  status: number;
  body: unknown;
}

interface StandInRouter {
  /**
   * Answers a path of the interface.
   * @returns undefined for an unknown path
   */
  answer(path: string, query: URLSearchParams, body: unknown): RouterAnswer | undefined;
}

const coinDecimals = 18;
/** Fee in basis points of the input. The coin of any chain is worth one token. */
const feeBps = 30n;

/** A routing service in the deployed shape that answers at once. */
export function createRouter({
  chains,
  orders,
  pretends,
}: {
  chains: ReadonlyMap<string, EvmChain>;
  orders: OrderBook;
  /** Whether unknown orders count as running: those of copied rows. */
  pretends(): boolean;
}): StandInRouter {
  function quote(request: TradeRequest): Order {
    const amountIn = parseUnits(request.srcTokenAmount, coinDecimals);
    const isToken = !isCoin(request.dstTokenAddress);
    const net = (amountIn * (10_000n - feeBps)) / 10_000n;
    const id = randomUUID();
    return {
      id,
      key: id.replaceAll('-', '').padStart(64, '0'),
      sender: request.fromAddress.toLowerCase(),
      receiver: request.receiver.toLowerCase(),
      fromChain: request.srcTokenBlockchain,
      toChain: request.dstTokenBlockchain,
      amountIn,
      amountOut: isToken ? net / 10n ** BigInt(coinDecimals - tokenDecimals) : net,
      isToken,
    };
  }

  function open(request: TradeRequest): Order {
    const order = quote(request);
    orders.add(order);
    return order;
  }

  function tokenFacts(chain: string, address: string) {
    const isToken = !isCoin(address);
    return {
      address: isToken ? token : nativeToken,
      decimals: isToken ? tokenDecimals : coinDecimals,
      symbol: isToken ? tokenSymbol : chain,
      name: isToken ? tokenSymbol : chain,
      blockchainId: chains.get(chain)?.chainId ?? 0,
      blockchain: chain,
      price: 1,
    };
  }

  function trade(order: Order, request: TradeRequest) {
    const decimals = order.isToken ? tokenDecimals : coinDecimals;
    const least = (order.amountOut * BigInt(Math.round((1 - request.slippage) * 10_000))) / 10_000n;
    const isCross = order.fromChain !== order.toChain;
    const kind = isCross ? 'cross-chain' : 'on-chain';
    const provider = isCross ? 'across' : 'UNISWAP_V2';
    const from = tokenFacts(order.fromChain, nativeToken);
    const to = tokenFacts(order.toChain, request.dstTokenAddress);
    const free = { fixedAmount: '0', fixedWeiAmount: '0', fixedUsdAmount: 0 };
    return {
      tokens: { from: { ...from, amount: request.srcTokenAmount }, to },
      swapType: kind,
      providerType: provider,
      estimate: {
        destinationTokenAmount: formatUnits(order.amountOut, decimals),
        destinationTokenMinAmount: formatUnits(least, decimals),
        destinationWeiAmount: `${order.amountOut}`,
        destinationWeiMinAmount: `${least}`,
        destinationUsdAmount: 1,
        destinationUsdMinAmount: 1,
        durationInMinutes: 1,
        slippage: request.slippage,
        priceImpact: 0,
        intermidiateTokenWeiAmount: '0',
      },
      fees: {
        gasTokenFees: { gas: null, protocol: free, provider: free, nativeToken: from },
        percentFees: { percent: Number(feeBps) / 100, token: from },
      },
      warnings: [],
      routing: [{ type: kind, provider, path: [from, to].map((one) => ({ ...one, amount: '0' })) }],
      useServiceContract: true,
    };
  }

  function transactionOf({ key, receiver, amountIn, amountOut, fromChain, toChain }: Order) {
    const isCross = fromChain !== toChain;
    const data = isCross
      ? `${paySelector}${key}`
      : `${swapSelector}${key}${addressWord(receiver).slice(2)}${word(amountOut).slice(2)}`;
    return { to: isCross ? gateway : pool, data, value: `${amountIn}` };
  }

  function swap(request: TradeRequest, order: Order): RouterAnswer {
    return ok({
      ...trade(order, request),
      quote: request,
      transaction: transactionOf(order),
      uniqueInfo: {},
    });
  }

  function status(query: URLSearchParams): RouterAnswer {
    const order =
      orders.byId(query.get('id') ?? '') ??
      orders.bySource((query.get('srcTxHash') ?? '').toLowerCase());
    const found = order?.sourceTxId !== undefined || pretends();
    const paid = order?.destinationTxId;
    return ok({
      status: paid === undefined ? (found ? 'PENDING' : 'NOT_FOUND') : 'SUCCESS',
      destinationTxHash: paid ?? null,
      destinationNetworkTitle: paid === undefined ? null : order?.toChain,
      destinationNetworkChainId: null,
    });
  }

  return {
    answer(path, query, body) {
      const request = body as TradeRequest;
      switch (path) {
        case '/api/routes/quoteBest': {
          const order = open(request);
          return ok({ id: order.id, ...trade(order, request), transaction: {} });
        }
        case '/api/routes/swap': {
          const order = orders.byId(request.id ?? '');
          return order ? swap(request, order) : refused(1004, 'the quote expired');
        }
        case '/api/routes/swapBest':
          return swap(request, open(request));
        case '/api/routes/status':
          return status(query);
        default:
          return undefined;
      }
    },
  };
}

function ok(body: unknown): RouterAnswer {
  return { status: 200, body };
}

function refused(code: number, reason: string): RouterAnswer {
  return { status: 400, body: { error: { code, reason }, id: randomUUID() } };
}
