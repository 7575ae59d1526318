import type { BitcoinSimulation } from '../ports/bitcoin-simulation.ts';
import type { SimulatedChanges } from '../ports/chain-adapter.ts';
import type { SolanaSimulation } from '../ports/solana-simulation.ts';
import type { TonSimulation } from '../ports/ton-simulation.ts';
import type { BitcoinContent } from './decode/bitcoin.ts';
import type { CallName, ProgramKind } from './decode/solana-call-names.ts';
import type { TonContent } from './decode/ton.ts';

/** What a transaction of any family does: what its bytes say, read from the bytes alone, and what playing them showed. */
interface CommonEffects extends Omit<SimulatedChanges, 'block' | 'solana' | 'ton' | 'bitcoin'> {
  /** Native base units sent along. */
  value: bigint;
  /** The most the network can charge for it, in native base units. */
  maximumFee: bigint;
}

/** What a call of one contract does: the whole transaction on EVM and on TRON. */
interface CallEffects extends CommonEffects {
  /** Absent: the bytes create a contract, or are no call at all. */
  target: string | undefined;
  /** First four bytes of the calldata, lower case; absent where it has fewer. */
  selector: string | undefined;
  /** Lower case. */
  data: string;
  /** Members beyond a plain call that change what the bytes do, such as `accessList`. */
  extras: readonly string[];
}

export interface EvmEffects extends CallEffects {
  family: 'evm';
  /** EIP-155 chain id; absent where the bytes would be valid on any chain. */
  chainId: number | undefined;
  /** `legacy`, `eip1559`, or another that no rule allows. */
  type: string;
  nonce: bigint;
}

/** A transfer of TRX has whom it is for as its target, and no data. */
export interface TronEffects extends CallEffects {
  family: 'tron';
  /** `TriggerSmartContract`, `TransferContract`, or another that no rule allows. */
  contractType: string;
  /** What stands beside the contract (`data`); absent: nothing. */
  memo: Uint8Array | undefined;
  /** Whose transaction it is; absent where the type is another. */
  owner: string | undefined;
  /** By which of the account's permissions it is signed; zero: its owner's. */
  permissionId: bigint;
  /** TRC-10 tokens sent along. */
  tokenValue: bigint;
  tokenId: bigint;
  /** Sun that energy may cost at most: by the bytes, and as it was estimated. */
  feeLimit: bigint;
  estimatedFeeLimit: bigint;
  /** The block without which the transaction is void: two bytes and eight, in hex. */
  referenceBytes: string;
  referenceHash: string;
  /** When the bytes say that they stop being valid, and when the adapter says so; milliseconds since the epoch. */
  expiration: bigint;
  expires: bigint | undefined;
  /** When they say that they were made. */
  timestamp: bigint;
}

/** One instruction of a Solana transaction. */
export interface SolanaInstruction {
  program: string;
  kind: ProgramKind;
  /** What it is called where its program is known; `unknown` where it is not, or the data are not what the name wants. */
  name: CallName;
  accounts: readonly string[];
  data: Uint8Array;
  /** Lamports, base units of a token, compute units, or micro-lamports a unit, where it is about such; zero elsewhere. */
  amount: bigint;
}

/** `value`: what its instructions send away from the wallet, and the rent of token accounts that it pays for others. */
export interface SolanaEffects extends CommonEffects {
  family: 'solana';
  /** The first signer. */
  feePayer: string;
  /** Everybody else who has to sign, and whether they have signed exactly this. */
  cosigners: readonly { address: string; hasSigned: boolean }[];
  blockhash: string;
  instructions: readonly SolanaInstruction[];
  /** Calls that programs made of others when it was played. */
  innerCalls: readonly Pick<SolanaInstruction, 'program' | 'kind' | 'name' | 'accounts'>[];
  /** Lookup tables that its accounts are loaded from, and whether they can be for good. */
  lookupTables: readonly { address: string; isActive: boolean }[];
  /** Accounts that it may change. */
  writable: ReadonlySet<string>;
  computeUnitLimit: bigint;
  /** Micro-lamports for a unit. */
  computeUnitPrice: bigint;
  mints: SolanaSimulation['mints'];
}

/** `value`: what its messages send along. */
export interface TonEffects extends CommonEffects, TonContent, TonSimulation {
  family: 'ton';
}

/** `value`: what others than the wallet get. Money in satoshis. */
export interface BitcoinEffects extends CommonEffects, BitcoinContent {
  family: 'bitcoin';
  /** The output script of the wallet's address. */
  script: Uint8Array;
  waiting: BitcoinSimulation['waiting'];
  tip: BitcoinSimulation['tip'];
  estimatedRate: BitcoinSimulation['estimatedRate'];
}

/** One member per chain family. */
export type Effects = EvmEffects | TronEffects | SolanaEffects | TonEffects | BitcoinEffects;

export type EffectsOf<Name extends Effects['family']> = Extract<Effects, { family: Name }>;

export type DecodedEffects = { ok: true; effects: Effects } | { ok: false; fault: string };
