import type { AbiFunction } from 'viem';
import type { ChainName } from '../../core/swap/chains.ts';
import type { Path } from './path.ts';

/*
 * A descriptor is an ERC-7730 file: it says which functions a contract has. Its labels are for
 * people and carry no roles, so a roles file beside it says which argument is the receiver, the
 * minimum, and so on.
 */

/** The described functions of the contracts that the policy's descriptors bind to. */
export type DescriptorIndex = ReadonlyMap<string, DescribedContract>;

/** Names a contract on a chain. @param account twenty bytes in lower-case hex, without 0x */
export function deploymentKey(chainId: number, account: string): string {
  return `${chainId}:${account}`;
}

export interface DescribedContract {
  /** By selector: 0x and 8 lower-case hex digits. */
  functions: ReadonlyMap<string, DescribedFunction>;
}

export interface DescribedFunction {
  abi: AbiFunction;
  roles: FunctionRoles;
  /** Parameters of bytes or text without a role, which must be empty: `findSpoken`. */
  silent: ReadonlySet<string>;
  conventions: Conventions;
}

/** What each argument is for. Amounts are in base units of their token. */
export interface FunctionRoles {
  /** Who is paid. */
  receiver: Path | undefined;
  /** The contract pays whom its storage names: the arguments cannot say (refund, claim). */
  paysRecorded: boolean;
  /** The least that the receiver gets. */
  minimum: Path | undefined;
  inputToken: Path | undefined;
  outputToken: Path | undefined;
  amountIn: Path | undefined;
  /** Unix seconds. */
  deadline: Path | undefined;
  /** The number of the chain where the receiver is paid. */
  destinationChain: Path | undefined;
  /** The contract pays each token on one chain only, so that the output token tells it. */
  chainByToken: boolean;
  /** Calls of the same contract, as `multicall(bytes[])` has them. */
  calls: Path | undefined;
}

/** How the contract writes things. */
export interface Conventions {
  /** Addresses with a meaning of their own, as 40 lower-case hex digits. */
  aliases: ReadonlyMap<string, Alias>;
  /** The contract's numbers of chains. Absent: EIP-155 chain ids. */
  chainNumbers: ReadonlyMap<ChainName, bigint> | undefined;
  /** What may stand behind the arguments, where the contract does not read: hex digits without 0x. */
  suffixes: readonly string[];
}

/** The called contract, the account that calls it, or the native coin. */
export type Alias = 'contract' | 'sender' | 'native';

/** The hashes of a descriptor and its roles, as the policy's hash covers them. */
export interface DescriptorHashes {
  name: string;
  /** `sha256:` over RFC 8785. */
  descriptor: string;
  roles: string;
}
