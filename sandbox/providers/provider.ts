import type { Token } from '../chains/token.ts';
import type { RenderedTransaction } from '../common-chain.ts';
import type { PlaceName } from '../endpoints.ts';
import type { ChainAddress, TransactionId } from '../notation.ts';

/** What is asked of a provider: so much of one token for another. */
export interface Route {
  readonly from: Token;
  readonly to: Token;
  /** Base units of `from` that the wallet gives. */
  readonly amountIn: bigint;
  /** Unknown while a quote is asked without wallets. */
  readonly sender?: ChainAddress;
  readonly receiver?: ChainAddress;
}

export interface PathItem {
  readonly token: Token;
  readonly amount: bigint;
}

export interface ProviderQuote {
  /** Base units of `to` that the receiver is expected to get, net of everything. */
  readonly amountOut: bigint;
  /** From the source token to the destination token, with the amount at each station. */
  readonly path: readonly PathItem[];
  /** In millionths (10,000 is one percent); null where no pool is involved. */
  readonly priceImpactPpm: bigint | null;
  /** In base units of the source chain's native coin, on top of the amount. */
  readonly nativeFee: bigint;
  /** The routing service's part of `nativeFee`; the rest is the provider's. */
  readonly protocolFee: bigint;
  /** What is kept of the converted amount; `amountOut` is net of it. */
  readonly feeBps: bigint;
  /**
   * Whom the source token has to be approved for; null for the native coin and where nothing is
   * pulled.
   */
  readonly spender: ChainAddress | null;
  readonly durationInMinutes: number;
  /** A generous guess. */
  readonly gasLimit: bigint;
}

/** Why a provider does not quote a route that it serves otherwise. */
export interface Refusal {
  readonly refused: 'above-maximum' | 'below-minimum';
  /** Base units of the source token. */
  readonly limit: bigint;
}

/** A quote that a wallet wants to execute. */
export interface Execution {
  readonly route: Route & { readonly sender: ChainAddress; readonly receiver: ChainAddress };
  readonly quote: ProviderQuote;
  /** Null if the swap was requested without one. */
  readonly quoteId: string | null;
  /** Base units of `to`. */
  readonly minimumOut: bigint;
  /** Unix seconds after which the transaction must have no effect. */
  readonly deadline: bigint;
  /** The wallet's, as it was told; null where it was not. */
  readonly publicKey: string | null;
}

/** A quote whose order somebody wants to pay by a plain transfer. */
interface OrderRequest extends Pick<Execution, 'quote' | 'quoteId' | 'minimumOut'> {
  readonly route: Route & { readonly receiver: ChainAddress };
  /** Where the payer wants money back, on the source chain; null if that was not said. */
  readonly refundTo: ChainAddress | null;
}

export interface BuiltSwap {
  readonly transaction: RenderedTransaction;
  /** The provider's own ids, by the interface's names (2.6). */
  readonly uniqueInfo?: Readonly<Record<string, string>>;
}

/** Every status that the service's interface knows. */
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

/** What a provider says about an order that was paid in. */
export interface ProviderStatus {
  readonly status: SwapStatus;
  readonly subStatus?: (typeof SUB_STATUSES)[number];
  /** The payout, where there is one to show. */
  readonly destination?: { readonly tx: TransactionId; readonly chain: PlaceName };
}

/** A liquidity source behind the router. */
export type Provider = WalletProvider | DepositTaker;

interface CommonProvider {
  /** The interface's identifier, upper case for on-chain providers. */
  readonly id: string;
  readonly kind: 'on-chain' | 'cross-chain';
  /** True for one that is used only where the request prefers it. */
  readonly onlyIfPreferred?: boolean;
  /** Where it delivers; what is not there on paper alone it also takes money on. */
  readonly chains: readonly PlaceName[];
  /**
   * Whether its transactions call a contract of the routing service, instead of the provider's own.
   */
  readonly usesServiceContract: boolean;
  /**
   * What the service says of a payment to this provider that is in a block, and not confirmed yet.
   */
  readonly meanwhile?: SwapStatus;
  /** @returns undefined if the provider does not serve the route */
  quote(route: Route): Promise<ProviderQuote | Refusal | undefined>;
  /**
   * @returns undefined if no order of this provider was paid in by this transaction. @param quoteId
   * whose order, where it is known
   */
  status(sourceTx: TransactionId, quoteId?: string): ProviderStatus | undefined;
}

/** One whose transactions a wallet signs. */
export interface WalletProvider extends CommonProvider {
  readonly takes: 'transactions';
  /** Makes the transaction that executes a quote; cross-chain providers open an order for it. */
  build(execution: Execution): Promise<BuiltSwap>;
}

/** One that is paid by plain transfers. */
export interface DepositTaker extends CommonProvider {
  readonly takes: 'deposits';
  /** Opens an order, a new one each time, and tells how it is to be paid. */
  openOrder(request: OrderRequest): BuiltSwap;
}
