import type {
  PaperChainName,
  PlaceName,
  SandboxChainName,
  SandboxEndpoints,
} from '../endpoints.ts';
import type { ChainAddress, TransactionId } from '../notation.ts';

/** An account to audit. The address is in the chain's notation. */
export interface AuditAccount {
  readonly chain: SandboxChainName;
  readonly address: string;
}

/** An account with its address in internal form. */
export interface BookedAccount {
  readonly chain: SandboxChainName;
  readonly address: ChainAddress;
}

/**
 * An ended swap as its executor reports it. Amounts are integer strings in base units; addresses
 * and transaction ids are in the notation of their chain.
 */
export type AuditRoute = RouteOf<string, string>;

/** The same with addresses and ids in internal form. */
export type BookedRoute = RouteOf<ChainAddress, TransactionId>;

interface RouteOf<AddressForm, IdForm> {
  /**
   * `deposit`: paid by a plain transfer of exactly the amount. `refund`: the money returned to
   * `account` on the source chain. `claim`: it arrived by a claim transaction.
   */
  readonly kind: 'on-chain' | 'cross-chain' | 'deposit' | 'refund' | 'claim';
  readonly provider: string;
  /** The wallet on the source chain. */
  readonly account: AddressForm;
  readonly from: SandboxChainName;
  /**
   * The zero address for the native coin, here and in `toToken`; the chain's own notation of it is
   * accepted too.
   */
  readonly fromToken: AddressForm;
  readonly to: PlaceName;
  readonly toToken: AddressForm;
  readonly receiver: AddressForm;
  readonly amountIn: string;
  /** What the receiver got; for a refund, the amount of `fromToken` that returned. */
  readonly amountOut: string;
  /** Checked for everything but a refund. */
  readonly minOut: string;
  readonly sourceTx: IdForm;
  /**
   * The transaction that delivered `amountOut`: the payout, the claim, or for a refund the
   * returning transaction on the source chain. Null for a swap on one chain, where the source
   * transaction also pays.
   */
  readonly destinationTx: IdForm | null;
}

/**
 * A payout that a provider reports on a paper chain. The amount is an integer string in base units.
 */
export interface PaperPayout {
  readonly chain: PaperChainName;
  readonly receiver: string;
  readonly amount: string;
  readonly tx: string;
}

/** A difference that the routes do not explain. Amounts are integer strings in base units. */
export interface AuditDifference {
  readonly chain: PlaceName;
  readonly account: string;
  readonly token: string;
  readonly expected: string;
  readonly actual: string;
  /** Actual minus expected. */
  readonly difference: string;
  readonly note?: string;
}

export interface AuditResult {
  readonly balanced: boolean;
  readonly differences: readonly AuditDifference[];
}

/** Balances of all accounts at the opening blocks. */
export interface AuditOpening {
  readonly chains: SandboxEndpoints['chains'];
  readonly accounts: readonly BookedAccount[];
  readonly snapshots: readonly ChainSnapshot[];
}

/** Balances of the accounts of one chain at one block. */
export interface ChainSnapshot {
  readonly chain: SandboxChainName;
  /** On Solana, the slot. */
  readonly blockNumber: bigint;
  readonly balances: readonly Balance[];
  /** Number of transactions that each account has sent; empty if the chain does not count them. */
  readonly nonces: readonly { readonly account: ChainAddress; readonly nonce: number }[];
}

export interface Balance {
  readonly account: ChainAddress;
  readonly token: ChainAddress;
  readonly amount: bigint;
}
