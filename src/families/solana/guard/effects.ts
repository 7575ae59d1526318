import type { Effects } from '../../../guard/effects.ts';
import type { SolanaSimulation } from '../../../ports/solana-simulation.ts';
import type { CallName, ProgramKind } from './call-names.ts';

/** One instruction of a Solana transaction. */
export interface SolanaInstruction {
  program: string;
  kind: ProgramKind;
  /**
   * What it is called where its program is known; `unknown` where it is not, or the data are not
   * what the name wants.
   */
  name: CallName;
  accounts: readonly string[];
  data: Uint8Array;
  /**
   * Lamports, base units of a token, compute units, or micro-lamports a unit, where it is about
   * such; zero elsewhere.
   */
  amount: bigint;
}

/**
 * `value`: what its instructions send away from the wallet, and the rent of token accounts that it
 * pays for others.
 */
export interface SolanaEffects extends Effects {
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
