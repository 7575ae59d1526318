import type {
  PaperChainName,
  PlaceName,
  SandboxChainName,
  SandboxEndpoints,
} from '../endpoints.ts';
import type { ChainAddress, TransactionId } from '../notation.ts';

/** Somebody whose money is to be explained; the address as the chain's users write it. */
export interface AuditAccount {
  readonly chain: SandboxChainName;
  readonly address: string;
}

/** An account as it is kept in the books. */
export interface BookedAccount {
  readonly chain: SandboxChainName;
  readonly address: ChainAddress;
}

/**
 * A swap that ended, as the one who made it says it went. Amounts are integer strings in base
 * units; addresses and transaction ids are as the users of their chain write them.
 */
export type AuditRoute = RouteOf<string, string>;

/** The same in the books, where addresses and ids are as the sandbox keeps them. */
export type BookedRoute = RouteOf<ChainAddress, TransactionId>;

interface RouteOf<AddressForm, IdForm> {
  /**
   * `deposit`: paid by a plain transfer, of nothing but the amount. `refund`: the money came back
   * to `account` on the source chain. `claim`: it arrived by a transaction of its own.
   */
  readonly kind: 'on-chain' | 'cross-chain' | 'deposit' | 'refund' | 'claim';
  readonly provider: string;
  /** The wallet on the source chain. */
  readonly account: AddressForm;
  readonly from: SandboxChainName;
  /**
   * The zero address for the native coin, here and in `toToken`; also in the form that the chain's
   * users know.
   */
  readonly fromToken: AddressForm;
  readonly to: PlaceName;
  readonly toToken: AddressForm;
  readonly receiver: AddressForm;
  readonly amountIn: string;
  /** What the receiver got; for a refund, what came back of `fromToken`. */
  readonly amountOut: string;
  /** Binds everything but a refund. */
  readonly minOut: string;
  readonly sourceTx: IdForm;
  /**
   * By which `amountOut` arrived: the payout, the claim, or for a refund the transaction on the
   * source chain that gave the money back. Null for a swap on one chain, where the source
   * transaction also pays.
   */
  readonly destinationTx: IdForm | null;
}

/**
 * What a provider says that it has paid where no chain runs; the amount is an integer string in
 * base units.
 */
export interface PaperPayout {
  readonly chain: PaperChainName;
  readonly receiver: string;
  readonly amount: string;
  readonly tx: string;
}

/** Something that the routes do not explain. Amounts are integer strings in base units. */
export interface AuditDifference {
  readonly chain: PlaceName;
  readonly account: string;
  readonly token: string;
  readonly expected: string;
  readonly actual: string;
  /** Actual less expected. */
  readonly difference: string;
  readonly note?: string;
}

export interface AuditResult {
  readonly balanced: boolean;
  readonly differences: readonly AuditDifference[];
}

/** Balances of all accounts at the blocks where the books were opened. */
export interface AuditOpening {
  readonly chains: SandboxEndpoints['chains'];
  readonly accounts: readonly BookedAccount[];
  readonly snapshots: readonly ChainSnapshot[];
}

/** What the accounts of one chain have at one block. */
export interface ChainSnapshot {
  readonly chain: SandboxChainName;
  /** On Solana, the slot. */
  readonly blockNumber: bigint;
  readonly balances: readonly Balance[];
  /** How many transactions each account has sent; none where a chain does not count them. */
  readonly nonces: readonly { readonly account: ChainAddress; readonly nonce: number }[];
}

export interface Balance {
  readonly account: ChainAddress;
  readonly token: ChainAddress;
  readonly amount: bigint;
}
