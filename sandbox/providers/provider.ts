import type { Address, Hash, Hex } from 'viem';
import type { SandboxChainName } from '../endpoints.ts';
import type { Token } from '../evm/token.ts';

/** What is asked of a provider: so much of one token for another. */
export interface Route {
  readonly from: Token;
  readonly to: Token;
  /** Base units of `from` that the wallet gives. */
  readonly amountIn: bigint;
  /** Unknown while a quote is asked without wallets. */
  readonly sender?: Address;
  readonly receiver?: Address;
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
  /** In wei of the source chain, on top of the amount. */
  readonly nativeFee: bigint;
  /** Whom the source token has to be approved for; null for the native coin and where nothing is pulled. */
  readonly spender: Address | null;
  readonly durationInMinutes: number;
  /** A generous guess. */
  readonly gasLimit: bigint;
  /** Whether the transaction calls a contract of the routing service, instead of the provider's own. */
  readonly usesServiceContract: boolean;
}

/** A quote that a wallet wants to execute. */
export interface Execution {
  readonly route: Route & { readonly sender: Address; readonly receiver: Address };
  readonly quote: ProviderQuote;
  /** Null if the swap was requested without one. */
  readonly quoteId: string | null;
  /** Base units of `to`. */
  readonly minimumOut: bigint;
  /** Unix seconds after which the transaction must have no effect. */
  readonly deadline: bigint;
}

interface ProviderCall {
  readonly to: Address;
  readonly data: Hex;
  /** In wei. */
  readonly value: bigint;
  /** The provider's own ids, by the interface's names (2.6). */
  readonly uniqueInfo?: Readonly<Record<string, string>>;
}

/** What a provider says about an order that was paid in. */
export type ProviderStatus =
  | { readonly kind: 'pending' }
  | { readonly kind: 'success'; readonly destinationTx: Hash; readonly destinationChain: SandboxChainName }
  | { readonly kind: 'failed' };

/** A liquidity source behind the router. */
export interface Provider {
  /** The interface's identifier, upper case for on-chain providers. */
  readonly id: string;
  readonly kind: 'on-chain' | 'cross-chain';
  /** True for one that is used only where the request prefers it. */
  readonly onlyIfPreferred?: boolean;
  /** @returns undefined if the provider does not serve the route */
  quote(route: Route): Promise<ProviderQuote | undefined>;
  /** Makes the call that executes a quote; cross-chain providers open an order for it. */
  build(execution: Execution): ProviderCall;
  /** @returns undefined if no order of this provider was paid in by this transaction */
  status(sourceTx: Hash): ProviderStatus | undefined;
}
