import type { Cap } from '../../core/caps/cap.ts';
import type { ProviderStop } from '../../core/settlement/broken-promise.ts';
import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
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
  chains: ReadonlyMap<ChainName, AdmittedOnChain>;
  /** Absent: settlements stop no provider. */
  providerStop?: ProviderStop;
  /** G09. */
  caps: readonly Cap[];
  /** What decodes the calls of contracts (ERC-7730 files with their roles). */
  descriptors: DescriptorIndex;
  /** Of each descriptor, by name: the policy's hash covers them. */
  descriptorHashes: readonly DescriptorHashes[];
}

/**
 * `standard` works with every provider that the operator has admitted. `strict` also demands that
 * the policy names the code and the functions of each contract, and refuses what it cannot decode.
 */
export type GuardProfile = 'standard' | 'strict';

export interface GuardLimits {
  /** G14: the largest price impact that the router may report. Basis points. */
  priceImpactBps: number;
  /** G07: the largest percent fee that an order may declare. Basis points. */
  percentFeeBps: number;
  /** E03: how long after the order a call may stay valid by its own deadline. */
  callDeadlineMarginSeconds: number;
}

/** Addresses are in any form of the chain: compare them by `sameAddress`. */
export interface AdmittedOnChain {
  targets: readonly AdmittedContract[];
  spenders: readonly AdmittedContract[];
  /** Solana and TON: accounts that may get coins or tokens from the wallet. */
  destinations: readonly AdmittedDestination[];
  /** Solana: programs that may be called, besides the native ones. */
  programs: readonly AdmittedProgram[];
  /** Solana: accounts that may get a small tip beside the declared fee (S05). */
  tips: readonly string[];
  /** Solana: who may sign a transaction beside the wallet (S02). */
  cosigners: readonly string[];
  /** `any`: whoever may submit jobs decides who is paid. */
  receivers: readonly string[] | 'any';
  refundAddresses: readonly string[] | 'any';
  /** Providers whose deposit or vault addresses are new each time. `native`: the chain's coin. */
  rotatingAddresses: readonly { provider: string; token: TokenAddress }[];
}

interface AdmittedDestination {
  address: string;
  /** TON: the operations that a body for it may request, as 4 bytes in hex. Absent: any (N04). */
  operations?: readonly string[];
}

export interface AdmittedProgram {
  address: string;
  /** Where its calls state the least that they bring. Absent: not known (not under `strict`). */
  minimumOut?: readonly MinimumLayout[];
}

/** Offsets count bytes of the call's data; negative ones count from its end. */
export interface MinimumLayout {
  /** The first bytes of the call's data, in hex. */
  discriminator: string;
  /** Of a little-endian `u64`: the minimum, or the quoted amount if there is a slippage. */
  offset: number;
  /** Of a little-endian `u16`: the slippage in basis points that the quoted amount may lose. */
  slippageBpsOffset?: number;
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
   * Functions that may be called though no descriptor decodes them (not under `strict`): whoever
   * writes the orders then decides who is paid.
   */
  undescribed?: readonly string[];
}

/** Of a chain that the policy does not name. */
export const nothingAdmitted: AdmittedOnChain = {
  targets: [],
  spenders: [],
  destinations: [],
  programs: [],
  tips: [],
  cosigners: [],
  receivers: [],
  refundAddresses: [],
  rotatingAddresses: [],
};

export function admittedOn({ chains }: GuardPolicy, chain: ChainName): AdmittedOnChain {
  return chains.get(chain) ?? nothingAdmitted;
}
