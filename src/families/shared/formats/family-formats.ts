import type { AddressForm } from './address-form.ts';
import type { ChainFacts, NetworkInfo } from './chain-facts.ts';
import type { LaneRule } from './lane-rule.ts';
import type { Stored } from './stored.ts';

/** What wrong network settings are told by. */
interface NetworkFault {
  /** The setting, such as `networkId`. */
  member: string;
  message: string;
  fix: string;
}

/** What a chain of a family may be told beside what every chain may. */
type OwnSetting =
  | 'wsUrls'
  | 'chainId'
  | 'genesis'
  | 'proofDepth'
  | 'transactionType'
  | 'spenders'
  | 'programs'
  | 'networkId'
  | 'network';

/**
 * What is known of a chain family without asking anybody: pure, and importing nothing else of
 * Ferryman, so that core, journal, guard and configuration may all use it. `families/formats.ts`
 * has one of each family. Methods take values of their own family only.
 */
export interface FamilyFormats<Chain extends ChainFacts, Transaction, Fee> {
  /** The chains that can be configured, with their main network's values, by name. */
  readonly chains: Readonly<Record<string, Chain>>;
  readonly networks: Readonly<Record<string, NetworkInfo>>;
  /** How "the native coin" is written in the place of a token's address. */
  readonly nativeToken: string;
  /** Whether there are tokens beside the native coin. */
  readonly hasTokens: boolean;

  /** The setting that tells networks apart. */
  readonly networkMember: 'chainId' | 'genesis';
  /** What it is on a chain. */
  networkOf(chain: Chain): string | number;
  /** CAIP-2, with the reference of the namespace (namespaces.chainagnostic.org). */
  caip2Of(chain: Chain): string;
  /** Whether money on a network is worth something. @param entry the registry's */
  isRealNetwork(entry: Chain, network: string | number): boolean | Promise<boolean>;
  /** Facts that are the main network's alone, and what another network has in their place. */
  readonly offMainnet: Partial<Chain>;
  /** What contradicts another network than the main one among its settings as given. */
  otherNetworkFault(entry: Chain, settings: Record<string, unknown>): NetworkFault | undefined;
  readonly settings: readonly OwnSetting[];
  /** Prefixes of endpoints' URLs that name their kind, with what such an endpoint is. */
  readonly endpointKinds: Readonly<Record<string, string>>;
  /** EIP-155 chain id: routers list the chains that have one as `EVM`. */
  eip155Id?(chain: Chain): number;

  readonly addressForm: AddressForm;
  /** The case of the letters in an address is a checksum and nothing else. */
  readonly ignoresCase: boolean;
  /** Whether both texts are addresses, and of one account, in whatever form each is written. */
  isSameAddress(a: string, b: string): boolean;
  /** Whether a word in a text has the form of an address, of whatever network. */
  looksLikeAddress(text: string): boolean;
  /** Why nothing is sent to an address; nothing where it is one that somebody can have. */
  payeeFault(address: string, chain: Chain): string | undefined;

  /** The one form of a transaction's id, from any that services write; nothing for what is none. */
  transactionId(text: string): string | undefined;
  /** Contracts that a transaction itself names as its target. */
  targetsOf(transaction: Transaction): string[];
  /** Base units of the native coin that `fee` can cost at most. */
  maximumFee(fee: Fee): bigint;
  transactionFromStored(stored: Stored<Transaction>): Transaction;
  feeFromStored(stored: Stored<Fee>): Fee;

  /** What an account's lease is: a number, the coins that it spends, or nothing but its end. */
  readonly leaseKind: 'nonce' | 'seqno' | 'outpoints' | 'expiry';
  /**
   * An account has one living lease at a time: what the next one would be depends on how it ends.
   * The journal's `leases_one_at_a_time` enforces it.
   */
  readonly oneLeaseAtATime: boolean;
  readonly lane: LaneRule;
  /** Whether payments of several swaps go in one transaction. */
  readonly sharesTransactions: boolean;
  /** Whether a transaction in a block may have failed. */
  readonly failsInBlocks: boolean;
  /** Whether another transaction can use up a lease in the place of a payment. */
  readonly cancels: boolean;
  /** Whether what a transaction brings about happens in it, and not in later ones of others. */
  readonly actsAtOnce: boolean;

  /** Bytes that the memo of a payment may have. */
  readonly longestMemo: number;
  /** What wallet programs call the place where a payment's memo stands. */
  readonly memoField: string;
  /** Whether the routing service builds transactions from the wallet's public key. */
  readonly ordersNamePublicKey: boolean;
}
