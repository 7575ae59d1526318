import type { Token } from '../chains/token.ts';
import type { RenderedTransaction } from '../common-chain.ts';
import type { PlaceName } from '../endpoints.ts';
import type { ChainAddress, TransactionId } from '../notation.ts';

/** A request for a quote: an amount of one token for another. */
export interface Route {
  readonly from: Token;
  readonly to: Token;
  /** The amount that the wallet pays, in base units of `from`. */
  readonly amountIn: bigint;
  /** Unknown if a quote is requested without wallets. */
  readonly sender?: ChainAddress;
  readonly receiver?: ChainAddress;
}

export interface PathItem {
  readonly token: Token;
  readonly amount: bigint;
}

export interface ProviderQuote {
  /** The net amount that the receiver is expected to get, in base units of `to`. */
  readonly amountOut: bigint;
  /** From the source token to the destination token, with the amount at each hop. */
  readonly path: readonly PathItem[];
  /** In millionths (10,000 is one percent); null without a pool. */
  readonly priceImpactPpm: bigint | null;
  /** In base units of the source chain's native coin, in addition to the amount. */
  readonly nativeFee: bigint;
  /** The routing service's share of `nativeFee`; the rest is the provider's. */
  readonly protocolFee: bigint;
  /** The provider's fee on the converted amount; `amountOut` is net of it. */
  readonly feeBps: bigint;
  /**
   * The contract that needs an allowance; null for the native coin and for transfers without an
   * allowance.
   */
  readonly spender: ChainAddress | null;
  readonly durationInMinutes: number;
  /** A generous estimate. */
  readonly gasLimit: bigint;
}

/** Why a provider does not quote an amount on a route that it serves. */
export interface Refusal {
  readonly refused: 'above-maximum' | 'below-minimum';
  /** The bound, in base units of the source token. */
  readonly limit: bigint;
}

/** A quote that a wallet wants to execute. */
export interface Execution {
  readonly route: Route & { readonly sender: ChainAddress; readonly receiver: ChainAddress };
  readonly quote: ProviderQuote;
  /** Null if the swap request had no quote id. */
  readonly quoteId: string | null;
  /** Base units of `to`. */
  readonly minimumOut: bigint;
  /** Unix seconds after which the transaction must have no effect. */
  readonly deadline: bigint;
  /** The wallet's public key from the request; null if it gave none. */
  readonly publicKey: string | null;
}

/** A quote whose order is to be paid by a plain transfer. */
interface OrderRequest extends Pick<Execution, 'quote' | 'quoteId' | 'minimumOut'> {
  readonly route: Route & { readonly receiver: ChainAddress };
  /** The payer's refund address on the source chain; null if the request gave none. */
  readonly refundTo: ChainAddress | null;
}

export interface BuiltSwap {
  readonly transaction: RenderedTransaction;
  /** The provider's own ids, under the interface's names (2.6). */
  readonly uniqueInfo?: Readonly<Record<string, string>>;
}

/** Every status of the service's interface. */
export const SWAP_STATUSES = [
  'PENDING',
  'LONG_PENDING',
  'NOT_FOUND',
  'WAITING_FOR_TRUSTLINE',
  'WAITING_FOR_REFUND_TRUSTLINE',
  'KYC_REQUIRED',
  'SUCCESS',
  'READY_TO_CLAIM',
  'REVERT',
  'REVERTED',
  'FAIL',
  'INDETERMINATE',
] as const;

export type SwapStatus = (typeof SWAP_STATUSES)[number];

export const SUB_STATUSES = ['AWAITING_DEPOSIT', 'CONFIRMING', 'EXCHANGING', 'SENDING'] as const;

/** The status that a provider reports for an order that was paid in. */
export interface ProviderStatus {
  readonly status: SwapStatus;
  readonly subStatus?: (typeof SUB_STATUSES)[number];
  /** The payout, if the provider reports one. */
  readonly destination?: { readonly tx: TransactionId; readonly chain: PlaceName };
}

/** A liquidity source behind the router. */
export type Provider = WalletProvider | DepositTaker;

interface CommonProvider {
  /** The identifier in the interface, upper case for on-chain providers. */
  readonly id: string;
  readonly kind: 'on-chain' | 'cross-chain';
  /** True if only requests that prefer the provider use it. */
  readonly onlyIfPreferred?: boolean;
  /** The chains that it delivers to. It also takes money on those that run. */
  readonly chains: readonly PlaceName[];
  /** Whether its transactions call a contract of the routing service instead of its own. */
  readonly usesServiceContract: boolean;
  /** The status that the service reports for a payment to this provider in an unconfirmed block. */
  readonly meanwhile?: SwapStatus;
  /** @returns undefined if the provider does not serve the route */
  quote(route: Route): Promise<ProviderQuote | Refusal | undefined>;
  /**
   * @param quoteId selects the order, if it is known
   * @returns undefined if the transaction paid for no order of this provider
   */
  status(sourceTx: TransactionId, quoteId?: string): ProviderStatus | undefined;
}

/** A provider whose transactions a wallet signs. */
export interface WalletProvider extends CommonProvider {
  readonly takes: 'transactions';
  /** Builds the transaction that executes a quote. Cross-chain providers open an order for it. */
  build(execution: Execution): Promise<BuiltSwap>;
}

/** A provider that takes plain transfers. */
export interface DepositTaker extends CommonProvider {
  readonly takes: 'deposits';
  /** Opens a new order on each call and returns how to pay it. */
  openOrder(request: OrderRequest): BuiltSwap;
}
