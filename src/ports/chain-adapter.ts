import type { Chain, ChainName, Family, TokenAddress } from '../core/swap/chains.ts';
import type { ChainHead, LeaseTerms, Outpoint } from '../core/swap/swap.ts';
import type { Fee, TransactionObject } from '../core/swap/transaction-object.ts';
import type { ErrorCode } from '../errors/codes.ts';
import type { BitcoinSimulation } from './bitcoin-simulation.ts';
import type { Accounts } from './capabilities/accounts.ts';
import type { Allowances } from './capabilities/allowances.ts';
import type { Batching } from './capabilities/batching.ts';
import type { Inputs } from './capabilities/inputs.ts';
import type { Replacement } from './capabilities/replacement.ts';
import type { ChainObservation, ObservedAttempt } from './chain-observation.ts';
import type { AttemptToProve, LeaseProof, LeaseToProve } from './lease-proof.ts';
import type { DepositTarget, PaymentRequest, PaymentsSeen, ReceivedTransfer } from './payments.ts';
import type { Signer } from './signer.ts';
import type { SolanaSimulation } from './solana-simulation.ts';
import type { TonSimulation } from './ton-simulation.ts';

/**
 * Everything that Ferryman asks of a chain family. One adapter per configured chain; it keeps no
 * state that matters. Blocks are named by their numbers: heights on EVM, TRON and Bitcoin, slots on
 * Solana, and logical times on TON, where transactions have these themselves.
 */
export interface ChainAdapter {
  readonly chain: Chain;

  /**
   * The newest block (Solana: the newest confirmed one) and the newest irreversible one, after
   * checking that the endpoint serves the configured network. Throws `RPC_UNAVAILABLE`,
   * `RPC_WRONG_CHAIN`, `RPC_BEHIND`.
   * @param maxAge milliseconds by which the answer may be older than the question, so that it need
   *   not be asked. Default: 0
   */
  head(maxAge?: number): Promise<ChainHead>;

  /**
   * Calls `onHead` at each new block that a subscription tells of; one that is silent for
   * `silentAfter` milliseconds is made anew. It is a hint when to look, and nothing else of it is
   * believed. Absent where no endpoint offers one. Returns what ends it.
   */
  readonly followHeads?: (onHead: () => void, silentAfter: number) => () => void;

  /** What is known of each endpoint, without asking any. */
  endpoints(): readonly EndpointState[];

  /**
   * Canonical form of an address of this chain, or what is wrong with it (EVM: EIP-55 where mixed
   * case).
   */
  parseAddress(text: string): { ok: true; address: string } | { ok: false; fault: string };

  /**
   * Throws `WALLET_OF_OTHER_NETWORK` where the account is known here to be for another network than
   * the chain; asks nobody. Absent where an address is the same on every network.
   */
  readonly requireWallet?: (account: string) => Promise<void>;

  /**
   * What makes an account (canonical form) one that nobody can mean to be paid at; nothing where
   * nothing speaks against it. Absent where the form of an address says all there is to say. Throws
   * `RPC_UNAVAILABLE`.
   */
  readonly receiverFault?: (account: string) => Promise<string | undefined>;

  /**
   * Canonical form of a transaction id of this chain, so that one transaction has one name;
   * `undefined` for what is none.
   */
  parseTxId(text: string): string | undefined;

  /**
   * A transaction has names besides the id that transfers in it have: only `receivedIn` tells which
   * transfers one of them stands for. Absent: it has one name.
   */
  readonly hasSeveralNames?: true;

  /** Symbol and decimals as the chain says them. Throws `UNKNOWN_TOKEN` where no token answers. */
  token(address: TokenAddress): Promise<TokenFacts>;

  /**
   * Balances of `account` in `tokens` (native form included). Throws `UNKNOWN_TOKEN` where one of
   * them does not answer.
   * @param maxAge milliseconds by which their block may be older than the newest one of now.
   *   Default: 0
   */
  balances(
    account: string,
    tokens: readonly TokenAddress[],
    maxAge?: number,
  ): Promise<BalancesAtBlock>;

  /**
   * A plain payment of exactly `amount`, with the memo in the form that the chain has for one;
   * built here and not by the router. Throws `DEPOSIT_UNPAYABLE` where that cannot be,
   * `UNKNOWN_TOKEN`, `RPC_UNAVAILABLE`.
   */
  paymentOf(request: PaymentRequest): Promise<TransactionObject>;

  /** What the chain shows of the transactions that an account has signed. */
  readonly accounts: Accounts;

  /** Absent where payments are given and not allowed: no order names a spender. */
  readonly allowances?: Allowances;

  /** Signing again under the same lease; absent where a lease allows one attempt only. */
  readonly replacement?: Replacement;

  /** Coins that a transaction spends; absent where an account has a balance instead. */
  readonly inputs?: Inputs;

  /** Payments of several swaps in one transaction; absent where each goes by itself. */
  readonly batching?: Batching;

  /**
   * Base units of the native coin that the transaction takes from the account beside its fees, as
   * far as its own bytes tell. Throws `ROUTER_MALFORMED`.
   */
  valueOf(transaction: TransactionObject, account: string): bigint;

  /**
   * What `transaction` would cost at most right now. Throws `TRANSACTION_REVERTS`,
   * `INSUFFICIENT_GAS`, `RPC_UNAVAILABLE`.
   */
  estimateFee(account: string, transaction: TransactionObject): Promise<Fee>;

  /**
   * Unsigned bytes of `transaction` under a lease: the whole of what will be signed. Throws
   * `ROUTER_MALFORMED`, `RPC_UNAVAILABLE`.
   */
  prepare(request: PrepareRequest): Promise<UnsignedTransaction>;

  /**
   * Plays the exact unsigned bytes against the current state. Throws `TRANSACTION_REVERTS`,
   * `INSUFFICIENT_GAS`, `RPC_UNSUPPORTED`; `UNKNOWN_TOKEN` where a token asked for does not answer;
   * `SIMULATION_UNREADABLE` where the transaction cannot be pinned down; `SIMULATION_UNSETTLED`
   * where the sender's accounts did not stand still meanwhile.
   */
  simulate(request: SimulateRequest): Promise<SimulatedChanges>;

  /**
   * Signs, then decodes the signed bytes again: the same transaction, our signature; anything else
   * throws.
   */
  sign(unsigned: UnsignedTransaction, signer: Signer, keyRef: string): Promise<SignedTransaction>;

  /**
   * Hands signed bytes to the endpoint. Does not throw for what the endpoint says or fails to say:
   * that is the outcome.
   */
  broadcast(signed: SignedTransaction): Promise<BroadcastOutcome>;

  /**
   * Where attempts are now, and how far leases are used up or have expired at the final block; in
   * one batch.
   * @param accounts those that have sent them: on TON attempts are found by nothing else
   */
  observe(
    attempts: readonly ObservedAttempt[],
    accounts: readonly string[],
  ): Promise<ChainObservation>;

  /**
   * Whether a lease is dead or consumed, with the evidence; `undecided` while the chain does not
   * say so irreversibly. Where endpoints with two hostnames are configured, it takes two that agree
   * on one block, and none that contradicts, for an absence, a failure, and the success of an
   * attempt that frees money.
   */
  prove(lease: LeaseToProve, attempts: readonly AttemptToProve[]): Promise<LeaseProof>;

  /**
   * Transfers of `token` to `receiver` in one transaction, if it succeeded; each once, with its
   * block.
   * @param from the block of the transaction, where that is known: on TON it is looked for in all
   *   that arrived since, else in what arrived last
   */
  receivedIn(
    txId: string,
    receiver: string,
    token: TokenAddress,
    from?: bigint,
  ): Promise<ReceivedTransfer[]>;

  /**
   * The tokens (native form included) that one transaction moved to `receiver`, if it succeeded;
   * what they are worth is another matter.
   */
  tokensReceivedIn(txId: string, receiver: string): Promise<TokenAddress[]>;

  /**
   * Transfers of `token` to `receiver` after block `after`, up to the newest; for native coins an
   * empty list where the chain has no index.
   */
  receivedSince(after: bigint, receiver: string, token: TokenAddress): Promise<ReceivedTransfer[]>;

  /**
   * Payments to where orders want their deposits, by whoever they come from, each once and the
   * earlier ones first; what failed is left out. What is not final may be gone at the next look.
   * One answer for each place, in their order. Throws `RPC_UNAVAILABLE`, `UNKNOWN_TOKEN`.
   * @param host only endpoints of this hostname are asked, and nothing that another one told is
   *   used; absent: whichever answers
   */
  paymentsTo(places: readonly DepositTarget[], host?: string): Promise<PaymentsSeen[]>;

  /**
   * Blocks that one look for payments goes through, where each is a question of its own; absent: as
   * many as there are.
   */
  readonly blocksPerLook?: number;
}

export interface EndpointState {
  host: string;
  /** Whether the next question goes there. */
  used: boolean;
  /** The newest block that it told; absent: it has told none yet. */
  latest?: bigint;
  /** Blocks by which it is behind the best of the chain's endpoints. */
  lag: bigint;
  /** Why it is left alone at the moment; absent: nothing is wrong with it. */
  error?: ErrorCode;
  /** Times in a row that it failed; absent: none. */
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
   * What is in it and before it is in the balances; on TRON, whose nodes answer of their newest
   * state only, something later may be too.
   */
  block: bigint;
  balances: ReadonlyMap<TokenAddress, bigint>;
}

export interface PrepareRequest {
  account: string;
  terms: LeaseTerms;
  transaction: TransactionObject;
  fee: Fee;
  /** Coins that it spends beside those of the lease. Absent: none. */
  added?: readonly Outpoint[];
}

export interface UnsignedTransaction {
  family: Family;
  chain: ChainName;
  account: string;
  /** The exact bytes that will be signed, 0x-prefixed hex. */
  bytes: string;
  fee: Fee;
  /** When the bytes stop being valid, where a lease ends by that: what `LeaseTerms` say of it. */
  expires?: bigint;
}

export interface SimulateRequest {
  unsigned: UnsignedTransaction;
  /**
   * Accounts whose balance changes are wanted beside the sender's (the receiver, when it is on this
   * chain).
   */
  accounts: readonly string[];
  /** Tokens to read even if no transfer of them shows. */
  tokens: readonly TokenAddress[];
  /** Addresses of which the guard wants to know what they are (target, spender). */
  inspect: readonly string[];
}

/**
 * What the transaction would change for the accounts asked about, network fee left out. Balances
 * and allowances that were asked for are listed even where they stay the same, so that "unchanged"
 * can be told from "not looked at".
 */
export interface SimulatedChanges {
  balanceChanges: readonly { account: string; token: TokenAddress; delta: bigint }[];
  /**
   * Of the sender's own tokens; `after` compared with `before` in the same state. An operator over
   * all of a token counts as the largest amount. Asked for: each token of `tokens` with each
   * address of `inspect`.
   */
  allowanceChanges: readonly {
    token: TokenAddress;
    spender: string;
    before: bigint;
    after: bigint;
  }[];
  /**
   * Who may dispose of the sender's accounts, where that would change: their owner, delegate, close
   * authority, or keys.
   */
  authorityChanges: readonly { account: string; what: string; before: string; after: string }[];
  inspected: ReadonlyMap<string, { hasCode: boolean; isToken: boolean }>;
  /** Of a Solana transaction, and of no other. */
  solana?: SolanaSimulation;
  /** Of what a TON wallet sends. */
  ton?: TonSimulation;
  /** Of a Bitcoin transaction. */
  bitcoin?: BitcoinSimulation;
  /** The state it was played on. */
  block: bigint;
}

export interface SignedTransaction {
  chain: ChainName;
  /** Computed here from the bytes, before anything is sent. */
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
  | { kind: 'unknown'; message: string };
