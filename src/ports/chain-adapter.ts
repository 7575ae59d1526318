import type { Chain, ChainName, Family, TokenAddress } from '../core/swap/chains.ts';
import type { ChainHead, LeaseTerms, Outpoint } from '../core/swap/swap.ts';
import type { Fee, TransactionObject } from '../core/swap/transaction-object.ts';
import type { ErrorCode } from '../errors/codes.ts';
import type { BitcoinSimulation } from './bitcoin-simulation.ts';
import type { Accounts } from './capabilities/accounts.ts';
import type { Allowances } from './capabilities/allowances.ts';
import type { Batching } from './capabilities/batching.ts';
import type { Inputs } from './capabilities/inputs.ts';
import type { PriceFeeds } from './capabilities/price-feeds.ts';
import type { Replacement } from './capabilities/replacement.ts';
import type { ChainObservation, ObservedAttempt } from './chain-observation.ts';
import type { EndpointFinding } from './endpoint-examination.ts';
import type { Keys } from './keys.ts';
import type { AttemptToProve, LeaseProof, LeaseToProve } from './lease-proof.ts';
import type { EndpointProof } from './network-proof.ts';
import type { DepositTarget, PaymentRequest, PaymentScan, ReceivedTransfer } from './payments.ts';
import type { SolanaSimulation } from './solana-simulation.ts';
import type { TonSimulation } from './ton-simulation.ts';

/**
 * All that Ferryman needs from a chain family. One adapter per configured chain; it keeps no state
 * that matters. Block numbers are heights on EVM, TRON and Bitcoin, slots on Solana, and logical
 * times on TON, where transactions have logical times of their own.
 */
export interface ChainAdapter {
  readonly chain: Chain;

  /**
   * The newest block (Solana: the newest confirmed one) and the newest irreversible one. Checks
   * first that the endpoint serves the configured network. Throws `RPC_UNAVAILABLE`,
   * `RPC_WRONG_CHAIN`, `RPC_BEHIND`.
   * @param maxAge accepts a cached answer up to this many milliseconds old. Default: 0
   */
  head(maxAge?: number): Promise<ChainHead>;

  /**
   * Calls `onHead` at each new block of a subscription, and resubscribes after `silentAfter`
   * milliseconds of silence. It is only a hint when to poll; no other part of the message is
   * trusted. Absent if no endpoint offers subscriptions. Returns a function that ends it.
   */
  readonly followHeads?: (onHead: () => void, silentAfter: number) => () => void;

  /**
   * Which network each endpoint shows by its own blocks, in the configured order, whether or not it
   * is the configured one. One request or two to each; never throws for an endpoint's fault.
   */
  proveNetwork(): Promise<readonly EndpointProof[]>;

  /**
   * What each endpoint gives of what Ferryman needs, in the configured order. For a person who asks:
   * it costs some dozens of requests. Never throws for an endpoint's fault.
   * @param accounts the operator's, by which some things can be tried that need coins; may be empty
   */
  examine(accounts: readonly string[]): Promise<readonly EndpointFinding[]>;

  /** The known state of each endpoint, without a request. */
  endpoints(): readonly EndpointState[];

  /**
   * Canonical form of an address of this chain, or what is wrong with it (EVM: EIP-55 checksum if
   * mixed case).
   */
  parseAddress(text: string): { ok: true; address: string } | { ok: false; fault: string };

  /**
   * Throws `WALLET_OF_OTHER_NETWORK` if the account is known to be for another network than the
   * chain's. Makes no request. Absent if an address is the same on every network.
   */
  readonly requireWallet?: (account: string) => Promise<void>;

  /**
   * Why an account (canonical form) cannot be a sensible receiver; `undefined`: no reason known.
   * Absent if the address form alone decides that. Throws `RPC_UNAVAILABLE`.
   */
  readonly receiverFault?: (account: string) => Promise<string | undefined>;

  /**
   * Canonical form of a transaction id, so that one transaction has one name. `undefined`: it is
   * not an id.
   */
  parseTxId(text: string): string | undefined;

  /**
   * A transaction has other names besides the id of its transfers: only `receivedIn` resolves a
   * name to its transfers. Absent: a transaction has one name.
   */
  readonly hasSeveralNames?: true;

  /** Symbol and decimals, read from the chain. Throws `UNKNOWN_TOKEN` if no token answers. */
  token(address: TokenAddress): Promise<TokenFacts>;

  /**
   * Balances of `account` in `tokens` (native form included). Throws `UNKNOWN_TOKEN` if one of them
   * does not answer.
   * @param maxAge milliseconds by which the block read may be older than the newest one. Default: 0
   */
  balances(
    account: string,
    tokens: readonly TokenAddress[],
    maxAge?: number,
  ): Promise<BalancesAtBlock>;

  /**
   * Builds a plain payment of exactly `amount`, with the memo in the chain's own form, without the
   * router. Throws `DEPOSIT_UNPAYABLE` if that is impossible, `UNKNOWN_TOKEN`, `RPC_UNAVAILABLE`.
   */
  paymentOf(request: PaymentRequest): Promise<TransactionObject>;

  /** How the chain shows the transactions that an account has signed. */
  readonly accounts: Accounts;

  /** Absent on chains without allowances: no order names a spender. */
  readonly allowances?: Allowances;

  /** Bumps and cancels under the same lease. Absent if a lease allows one attempt only. */
  readonly replacement?: Replacement;

  /** Coins that a transaction spends. Absent if accounts have a balance instead. */
  readonly inputs?: Inputs;

  /** Absent on chains whose contracts publish no prices that Ferryman reads. */
  readonly priceFeeds?: PriceFeeds;

  /** Payments of several swaps in one transaction. Absent if each needs its own transaction. */
  readonly batching?: Batching;

  /**
   * Native base units that the transaction takes from the account beside its fees, as far as its
   * bytes show. Throws `ROUTER_MALFORMED`.
   */
  valueOf(transaction: TransactionObject, account: string): bigint | Promise<bigint>;

  /**
   * The most that `transaction` would cost now. Throws `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`,
   * `RPC_UNAVAILABLE`.
   */
  estimateFee(account: string, transaction: TransactionObject): Promise<Fee>;

  /**
   * The complete unsigned bytes of `transaction` under a lease. Throws `ROUTER_MALFORMED`,
   * `RPC_UNAVAILABLE`.
   */
  prepare(request: PrepareRequest): Promise<UnsignedTransaction>;

  /**
   * Simulates the exact unsigned bytes on the current state. Throws `TRANSACTION_REVERTS`,
   * `INSUFFICIENT_GAS`, `RPC_UNSUPPORTED`; `UNKNOWN_TOKEN` if a requested token does not answer;
   * `SIMULATION_UNREADABLE` if the effects cannot be determined; `SIMULATION_UNSETTLED` if the
   * sender's accounts kept changing meanwhile.
   */
  simulate(request: SimulateRequest): Promise<SimulatedChanges>;

  /**
   * An upper bound for when bytes that a simulation has just accepted expire, in the unit of
   * `LeaseTerms`, by what the chain's own hosts show. For a signer that does not believe
   * `UnsignedTransaction.expires`. Absent: the bytes themselves show it, or never expire.
   */
  readonly latestExpiry?: () => Promise<bigint>;

  /**
   * Fees and simulations as if these transactions of the account, which are not sent, had succeeded.
   * For previews only. Absent: the chain's nodes cannot simulate one after another.
   */
  readonly after?: (
    earlier: readonly UnsignedTransaction[],
  ) => Pick<ChainAdapter, 'estimateFee' | 'simulate'>;

  /**
   * Signs, then decodes the signed bytes. Throws unless they are the same transaction with our
   * signature.
   */
  sign(unsigned: UnsignedTransaction, keys: Keys, keyRef: string): Promise<SignedTransaction>;

  /** Whether the chain has private relays (`broadcastUrls`). Absent: it has none. */
  readonly hasRelays?: boolean;

  /**
   * Sends signed bytes. Does not throw for an endpoint's error or silence: that is the outcome.
   * @param to `nodes`: to every endpoint. `relays`: to the private relays and nowhere else; `unknown`
   *   if the chain has none. Default: `nodes`
   */
  broadcast(signed: SignedTransaction, to?: 'nodes' | 'relays'): Promise<BroadcastOutcome>;

  /**
   * Where attempts are now, and which leases are used up or have expired at the final block, in one
   * batch.
   * @param accounts the senders of the attempts: TON finds attempts by account only
   */
  observe(
    attempts: readonly ObservedAttempt[],
    accounts: readonly string[],
  ): Promise<ChainObservation>;

  /**
   * Whether a lease is dead or consumed, with evidence; `undecided` until the chain shows it
   * irreversibly. If endpoints with two hostnames are configured, an absence, a failure, and the
   * success of an attempt that frees money need two that agree on one block, and none that
   * contradicts.
   */
  prove(lease: LeaseToProve, attempts: readonly AttemptToProve[]): Promise<LeaseProof>;

  /**
   * Transfers of `token` to `receiver` in one transaction, if it succeeded; each once, with its
   * block.
   * @param from the transaction's block if known. TON then searches everything since that block,
   * otherwise only the latest arrivals
   */
  receivedIn(
    txId: string,
    receiver: string,
    token: TokenAddress,
    from?: bigint,
  ): Promise<ReceivedTransfer[]>;

  /**
   * The tokens (native form included) that one transaction moved to `receiver`, if it succeeded.
   * Does not judge their worth.
   */
  tokensReceivedIn(txId: string, receiver: string): Promise<TokenAddress[]>;

  /**
   * By how much one transaction changed the native coins of an account, its fees included, whether
   * it succeeded or not. On TON: the transaction and all that its trace brought the account.
   * `undefined`: no endpoint has it. On EVM a value that comes back within the transaction shows only
   * where an endpoint traces calls.
   */
  coinChangeIn(
    txId: string,
    account: string,
    known?: TransactionTimes,
  ): Promise<bigint | undefined>;

  /**
   * Transfers of `token` to `receiver` after block `after`, up to the newest block. Empty for
   * native coins if the chain has no index of them.
   */
  receivedSince(after: bigint, receiver: string, token: TokenAddress): Promise<ReceivedTransfer[]>;

  /**
   * Payments by anyone to deposit targets, each once and oldest first, without failed ones. A
   * payment that is not final may be gone at the next read. One answer per target, in order. Throws
   * `RPC_UNAVAILABLE`, `UNKNOWN_TOKEN`.
   * @param host queries only endpoints of this hostname and uses no answer of another. Absent: any
   */
  paymentsTo(targets: readonly DepositTarget[], host?: string): Promise<PaymentScan[]>;

  /**
   * Maximum number of blocks that one search for payments reads, if each takes a request. Absent:
   * no limit.
   */
  readonly maxBlocksPerScan?: number;
}

export interface EndpointState {
  host: string;
  /** Whether the next request goes there. */
  used: boolean;
  /** The newest block that it reported. Absent: none yet. */
  latest?: bigint;
  /** Blocks by which it is behind the best endpoint of the chain. */
  lag: bigint;
  /** Why it is avoided at the moment. Absent: it is healthy. */
  error?: ErrorCode;
  /** Consecutive failures. Absent: none. */
  failures?: number;
}

export interface TokenFacts {
  /** Canonical form. */
  address: TokenAddress;
  symbol: string;
  decimals: number;
}

export interface BalancesAtBlock {
  /**
   * The balances include this block and all before it. On TRON they may include later ones: its
   * nodes answer for their newest state only.
   */
  block: bigint;
  balances: ReadonlyMap<TokenAddress, bigint>;
}

export interface PrepareRequest {
  account: string;
  terms: LeaseTerms;
  transaction: TransactionObject;
  fee: Fee;
  /** Coins that it spends in addition to those of the lease. Absent: none. */
  added?: readonly Outpoint[];
}

export interface UnsignedTransaction {
  family: Family;
  chain: ChainName;
  account: string;
  /** The exact bytes that will be signed, 0x-prefixed hex. */
  bytes: string;
  fee: Fee;
  /** When the bytes expire, in the unit of `LeaseTerms`. Set if the chain has such leases. */
  expires?: bigint;
}

export interface SimulateRequest {
  unsigned: UnsignedTransaction;
  /**
   * Accounts whose balance changes are read besides the sender's (the receiver, if on this chain).
   */
  accounts: readonly string[];
  /** Tokens to read even if no transfer of them shows. */
  tokens: readonly TokenAddress[];
  /** Addresses whose kind the guard needs (target, spender). */
  inspect: readonly string[];
}

/**
 * What the transaction would change for the requested accounts, without the network fee. Requested
 * balances and allowances are listed even if unchanged, to tell "unchanged" from "not read".
 */
export interface SimulatedChanges {
  balanceChanges: readonly { account: string; token: TokenAddress; delta: bigint }[];
  /**
   * Changes in allowances of the sender's own tokens, both values from the same state. An operator
   * over all of a token counts as the largest amount. Covers each of `tokens` with each of
   * `inspect`.
   */
  allowanceChanges: readonly {
    token: TokenAddress;
    spender: string;
    before: bigint;
    after: bigint;
  }[];
  /** Changes of who controls the sender's accounts: owner, delegate, close authority, keys. */
  authorityChanges: readonly { account: string; what: string; before: string; after: string }[];
  /** Each address of `inspect`. */
  inspected: ReadonlyMap<string, InspectedAddress>;
  /** Set for Solana transactions only. */
  solana?: SolanaSimulation;
  /** Set for TON wallet messages only. */
  ton?: TonSimulation;
  /** Set for Bitcoin transactions only. */
  bitcoin?: BitcoinSimulation;
  /** The block whose state was simulated on. */
  block: bigint;
  /** Who shows all this. Absent: the adapter asks no host. */
  witnesses?: SimulationWitnesses;
}

interface SimulationWitnesses {
  /**
   * The hosts that show exactly these changes and code hashes. Only one: no other is configured,
   * and everything rests on it.
   */
  hosts: readonly string[];
  /** What each host shows, if hosts contradict one another: the guard rejects (G12). */
  contradiction?: readonly { host: string; shows: string }[];
}

export interface InspectedAddress {
  hasCode: boolean;
  isToken: boolean;
  /** Keccak-256 of the code. Absent: it has none, or the chain's nodes do not show it. */
  codeHash?: string;
  /** Of the code that a proxy delegates to (EIP-1967, EIP-1167). Absent: it is no such proxy. */
  implementationHash?: string;
}

export interface SignedTransaction {
  chain: ChainName;
  /** Computed locally from the bytes, before anything is sent. */
  txId: string;
  bytes: string;
}

export type BroadcastOutcome =
  | { kind: 'accepted' }
  | { kind: 'already_known' }
  | { kind: 'rejected'; message: string }
  | { kind: 'underpriced'; message: string }
  | { kind: 'insufficient_funds'; message: string }
  | { kind: 'lease_used'; message: string }
  | { kind: 'expired'; message: string }
  /** `refused`: the endpoint answered with a refusal that Ferryman does not recognise. */
  | { kind: 'unknown'; message: string; refused?: true };

/** What is known of when a transaction came. */
export interface TransactionTimes {
  /** Its block, as for `receivedIn`. */
  from?: bigint;
  /**
   * Milliseconds since the epoch by which it was over, of an account that it may not have touched. On
   * TON nothing but the history of the account tells, so it has to be known how long that must be.
   */
  overBy?: number;
}
