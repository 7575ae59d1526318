import type { Blackout } from '../../core/blackouts/blackout.ts';
import type { Cap } from '../../core/caps/cap.ts';
import type { ProviderStop } from '../../core/settlement/broken-promise.ts';
import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
import type { PriceSourceSettings } from '../../ports/prices.ts';
import type { ApprovalTable } from '../approvals/approval-table.ts';
import type { DescriptorHashes, DescriptorIndex } from '../descriptors/descriptor.ts';

/**
 * What the operator admits, and the bounds of the guard's rules. Read from a file by
 * `readGuardPolicy`. Everything that it does not name is new, and new things hold a swap.
 */
export interface GuardPolicy {
  /** `sha256:` and the hash of its canonical form: it names the policy on swaps and verdicts. */
  hash: string;
  profile: GuardProfile;
  limits: GuardLimits;
  /** Whose orders may be signed. `any`: every provider that the router offers. */
  providers: readonly string[] | 'any';
  prices: GuardPrices;
  chains: ReadonlyMap<ChainName, AdmittedOnChain>;
  /** Absent: settlements stop no provider. */
  providerStop?: ProviderStop;
  /** G09. */
  caps: readonly Cap[];
  blackouts: readonly Blackout[];
  /** G15. Absent: no payment needs an approval of its own. */
  approvals?: ApprovalTable;
  /** What decodes the calls of contracts (ERC-7730 files with their roles). */
  descriptors: DescriptorIndex;
  /** Of each descriptor, by name: the policy's hash covers them. */
  descriptorHashes: readonly DescriptorHashes[];
}

/**
 * `standard` works with every provider that the operator has admitted. `strict` also demands that
 * the policy names the code and the functions of each contract and the decimals of each token, and
 * refuses what it cannot decode.
 */
type GuardProfile = 'standard' | 'strict';

export interface GuardLimits {
  /** G14: the largest price impact that the router may report. Basis points. */
  priceImpactBps: number;
  /** G07: the largest slippage of a job. Basis points. */
  slippageBps: number;
  /** G07: the largest percent fee that an order may declare. Basis points. */
  percentFeeBps: number;
  /** E03: how long after the order a call may stay valid by its own deadline. */
  callDeadlineMarginSeconds: number;
  /** G07: the largest fixed fee that an order may declare, in 10^-18 US dollars. */
  fixedFeeUsdE18: bigint;
  /** G14: the codes of warnings that the operator accepts. */
  acceptedWarnings: readonly string[];
}

/** G07: what tokens are worth, and how far below that an order may be. */
export interface GuardPrices {
  /** How old a price may be. A Chainlink feed has its heartbeat besides. */
  maxAgeMs: number;
  /** How far two sources of one token may differ. */
  disagreementBps: number;
  majorToleranceBps: number;
  otherToleranceBps: number;
  /** Fixed fees that are worth no more do not count in the floor. 10^-18 US dollars. */
  feeToleranceUsdE18: bigint;
  tokens: readonly PricedByPolicy[];
  /** Tokens that may be swapped without a floor. `any`: all that have no source. */
  unpriced: readonly { chain: ChainName; token: TokenAddress }[] | 'any';
}

export interface PricedByPolicy {
  chain: ChainName;
  /** `native`: the chain's coin. */
  token: TokenAddress;
  class: 'major' | 'other';
  sources: readonly PriceSourceSettings[];
}

/** Addresses are in any form of the chain: compare them by `sameAddress`. */
export interface AdmittedOnChain {
  targets: readonly AdmittedContract[];
  spenders: readonly AdmittedContract[];
  /** Solana and TON: accounts that may get coins or tokens from the wallet. */
  destinations: readonly AdmittedDestination[];
  /** Solana: programs that may be called, besides the native ones. */
  programs: readonly AdmittedProgram[];
  /** TON: hashes of the code that a message may bring along for its destination (N06). */
  deployableCode: readonly string[];
  /** Solana: accounts that may get a small tip beside the declared fee (S05). */
  tips: readonly string[];
  /** Solana: who may sign a transaction beside the wallet (S02). */
  cosigners: readonly string[];
  /** `any`: the submitter of a job decides who is paid. */
  receivers: readonly string[] | 'any';
  refundAddresses: readonly string[] | 'any';
  /** Bitcoin: satoshis of the largest coin that may carry more than its amount (B08). */
  protectedCoin: bigint;
  /** Providers whose deposit or vault addresses are new each time. `native`: the chain's coin. */
  rotatingAddresses: readonly AdmittedRotation[];
  /**
   * Tokens that may be sold and bought. `any`: the submitter of a job decides. The chain's coin
   * needs no entry; under `standard`, what the chain's settings list needs none either.
   */
  tokens: readonly { address: TokenAddress; decimals: number }[] | 'any';
  /** The largest fixed fee of an order in the chain's coin, in base units. Absent: in USD only. */
  fixedFee?: bigint;
}

interface AdmittedDestination {
  address: string;
  /**
   * TON: what a body for it may request (N04). An operation alone: the routing service decides
   * who is paid (not under `strict`).
   */
  operations?: readonly (string | DescribedOperation)[];
  /**
   * Whether a swap may pay it without saying what for: on TON without a body for it, and on Solana
   * by a transfer alone, if it is for another chain. Absent: on TON if it has no `operations`.
   */
  plain?: boolean;
}

/** A body's form, to its last bit, behind the 32 bits of the operation. */
export interface DescribedOperation {
  /** 4 bytes in hex. */
  operation: string;
  /** Whether the body comes with coins, or is the forward payload of a jetton transfer. */
  with: 'coins' | 'jettons';
  fields: readonly BodyField[];
}

/**
 * Of a TON body (TL-B). A number in `uint` is an account of another chain if its role says so: its
 * bytes, padded on the left. `owner`: whom the contract pays back. `absent`: the bit of a `Maybe`
 * without a value.
 */
export type BodyField =
  | { type: 'uint'; bits: number; role?: 'receiver' }
  | { type: 'coins'; role?: 'minimum' }
  | { type: 'address'; role?: 'receiver' | 'owner' }
  | { type: 'absent' }
  | { type: 'ref'; fields: readonly BodyField[] };

export interface AdmittedProgram {
  address: string;
  /** Where its calls state the least that they bring. Absent: not known (not under `strict`). */
  minimumOut?: readonly MinimumLayout[];
  /** Where calls that pay on another chain name the receiver there. */
  receiver?: readonly ReceiverLayout[];
  /** Calls to another chain of which nothing reads whom they pay, or how much (not under `strict`). */
  undescribed?: readonly string[];
}

/** The account's bytes, padded on the left to this length. */
interface ReceiverLayout {
  discriminator: string;
  offset: number;
  bytes: number;
}

/** Offsets count bytes of the call's data; negative ones count from its end. */
export interface MinimumLayout {
  /** The first bytes of the call's data, in hex. */
  discriminator: string;
  /**
   * Whether the least is of the token that the job buys, in its base units, or of one that is sold
   * on, which bounds nothing of what the job buys.
   */
  of: 'bought' | 'intermediate';
  /** Of a little-endian `u64`: the minimum, or the quoted amount if there is a slippage. */
  offset: number;
  /** Of a little-endian `u16`: the slippage in basis points that the quoted amount may lose. */
  slippageBpsOffset?: number;
}

export interface AdmittedRotation {
  provider: string;
  /** `native`: the chain's coin. */
  token: TokenAddress;
  /** D05: the largest payment, in base units of the token. Without both, each one is held. */
  maximumAmount?: bigint;
  /** D05: the largest payment by independent prices, in 10^-18 US dollars. */
  maximumUsdE18?: bigint;
  /** D05: a larger payment is held until a person has admitted such, in base units of the token. */
  firstAmount?: bigint;
  /** The same in 10^-18 US dollars. */
  firstUsdE18?: bigint;
  /** D03: whether an order without a memo may be paid. Absent: `required` where addresses are pooled. */
  memo?: 'required' | 'optional';
}

export interface AdmittedContract {
  address: string;
  /** Keccak-256 of the code that was audited. Absent: any code (not under `strict`). */
  codeHash?: string;
  /** Of the contract that the proxy delegates to. */
  implementationHash?: string;
  /** The providers whose orders may name it. Absent: any that the job permits. */
  providers?: readonly string[];
  /** The functions that may be called, as 4 bytes in hex. Absent: any (not under `strict`). */
  selectors?: readonly string[];
  /**
   * Functions that may be called though no descriptor decodes them (not under `strict`): the
   * routing service then decides who is paid.
   */
  undescribed?: readonly string[];
}

/** Satoshis: `protectedCoinSats` where the policy says nothing. */
export const defaultProtectedCoin = 10_000n;

/** Of a chain that the policy does not name. */
const nothingAdmitted: AdmittedOnChain = {
  targets: [],
  spenders: [],
  destinations: [],
  programs: [],
  deployableCode: [],
  tips: [],
  cosigners: [],
  receivers: [],
  refundAddresses: [],
  protectedCoin: defaultProtectedCoin,
  rotatingAddresses: [],
  tokens: [],
};

export function admittedOn(
  { chains }: Pick<GuardPolicy, 'chains'>,
  chain: ChainName,
): AdmittedOnChain {
  return chains.get(chain) ?? nothingAdmitted;
}
