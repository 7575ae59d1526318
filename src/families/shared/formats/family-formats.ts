import type { AddressForm } from './address-form.ts';
import type { ChainFacts, NetworkInfo } from './chain-facts.ts';
import type { LaneRule } from './lane-rule.ts';
import type { ExemptNetwork, NetworkIdentity } from './network-identity.ts';
import type { Stored } from './stored.ts';

/** A contradiction in the network settings. */
interface NetworkFault {
  /** The setting, such as `networkId`. */
  member: string;
  message: string;
  fix: string;
}

/** Settings that only some families accept. */
type OwnSetting =
  | 'wsUrls'
  | 'chainId'
  | 'genesis'
  | 'proofDepth'
  | 'transactionType'
  | 'fees'
  | 'networkId'
  | 'network';

/**
 * The facts and pure functions of a chain family. Makes no requests and imports nothing else of
 * Ferryman, so that core, journal, guard and configuration can use it. `families/formats.ts` lists
 * every family. Methods accept values of their own family only.
 */
export interface FamilyFormats<Chain extends ChainFacts, Transaction, Fee> {
  /** The chains that can be configured, by name, with their main network's values. */
  readonly chains: Readonly<Record<string, Chain>>;
  readonly networks: Readonly<Record<string, NetworkInfo>>;
  /** How the native coin is written as a token address. */
  readonly nativeToken: string;
  /** Whether the family has tokens besides the native coin. */
  readonly hasTokens: boolean;
  /**
   * Base units of the native coin that a chain may take of an account in a day without a transaction
   * that the account has signed. Absent: none.
   */
  readonly feePerDay?: bigint;

  /** The setting that tells networks apart. */
  readonly networkMember: 'chainId' | 'genesis';
  /** The value of `networkMember` on a chain, in one spelling. */
  networkOf(chain: Chain): string | number;
  /** CAIP-2, with the reference of the namespace (namespaces.chainagnostic.org). */
  caip2Of(chain: Chain): string;
  /** What the endpoints of a chain must show. `genesis` is absent if the registry does not know it. */
  identityOf(chain: Chain): NetworkIdentity;
  /** The sandbox's networks and the registered test networks, on which the gate does not close. */
  readonly exemptNetworks: readonly ExemptNetwork[];
  /** Genesis hashes of networks whose coins have value, whatever id their nodes show. */
  readonly realGenesis: ReadonlySet<string>;
  /** Facts that hold on the main network only, with their values on other networks. */
  readonly offMainnet: Partial<Chain>;
  /** The setting that contradicts a network other than the main one. */
  otherNetworkFault(entry: Chain, settings: Record<string, unknown>): NetworkFault | undefined;
  readonly settings: readonly OwnSetting[];
  /** URL prefixes that select a kind of endpoint, with a description of the kind. */
  readonly endpointKinds: Readonly<Record<string, string>>;
  /** EIP-155 chain id: routers list the chains that have one as `EVM`. */
  eip155Id?(chain: Chain): number;

  readonly addressForm: AddressForm;
  /** Whether letter case in an address is a checksum only. */
  readonly ignoresCase: boolean;
  /** Whether both texts are addresses of the same account, in any form. */
  isSameAddress(a: string, b: string): boolean;
  /**
   * The account's bytes, in each form that contracts of other chains write it: hex digits without
   * 0x. Empty if the text is no address.
   */
  accountBytes(address: string): readonly string[];
  /** Whether a word has the form of an address on any network. */
  looksLikeAddress(text: string): boolean;
  /** Why Ferryman does not send to an address. `undefined` if a person can own it. */
  payeeFault(address: string, chain: Chain): string | undefined;

  /**
   * The canonical form of a transaction id, from any form that services use. `undefined` if the
   * text is not one.
   */
  transactionId(text: string): string | undefined;
  /** The contracts that a transaction calls directly. */
  targetsOf(transaction: Transaction): string[];
  /** Maximum cost of `fee` in base units of the native coin. */
  maximumFee(fee: Fee): bigint;
  transactionFromStored(stored: Stored<Transaction>): Transaction;
  feeFromStored(stored: Stored<Fee>): Fee;
  /** For bytes that are built only to be looked at, where the real fee is not known. */
  readonly smallFee: Fee;

  /** What a lease holds: a nonce or seqno, the coins to spend, or only an expiry. */
  readonly leaseKind: 'nonce' | 'seqno' | 'outpoints' | 'expiry';
  /**
   * Whether an account has at most one open lease, because the next lease depends on the outcome of
   * the current one. The journal's `leases_one_at_a_time` enforces it.
   */
  readonly oneLeaseAtATime: boolean;
  readonly lane: LaneRule;
  /** Whether one transaction can carry the payments of several swaps. */
  readonly sharesTransactions: boolean;
  /** Whether a block can include a failed transaction. */
  readonly failsInBlocks: boolean;
  /** Whether another transaction can use up the lease of a payment. */
  readonly cancels: boolean;
  /**
   * Whether a transaction's effects happen in it, and not in later transactions of other accounts.
   */
  readonly actsAtOnce: boolean;

  /** Maximum length of a payment's memo, in bytes. */
  readonly longestMemo: number;
  /** Whether most providers let all orders share an address, so that a memo tells them apart. */
  readonly poolsDeposits: boolean;
  /** What wallets call the field for a payment's memo. */
  readonly memoField: string;
  /** Whether the router builds transactions from the wallet's public key. */
  readonly ordersNamePublicKey: boolean;
}
