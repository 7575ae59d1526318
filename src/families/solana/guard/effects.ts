import type { Effects } from '../../../guard/effects.ts';
import type { LookupTable, SolanaSimulation } from '../../../ports/solana-simulation.ts';
import type { CallName, ProgramKind } from './call-names.ts';

/** One instruction of a Solana transaction. */
export interface SolanaInstruction {
  program: string;
  kind: ProgramKind;
  /** `unknown` if the program is unknown or the data do not fit the call. */
  name: CallName;
  accounts: readonly string[];
  data: Uint8Array;
  /** Lamports, token base units, compute units or micro-lamports per unit. Zero for other calls. */
  amount: bigint;
}

/**
 * `value`: lamports that the instructions send from the wallet, and rent that it pays for others'
 * token accounts.
 */
export interface SolanaEffects extends Effects {
  family: 'solana';
  /** The first signer. */
  feePayer: string;
  /** The other required signers, and whether they signed exactly these bytes. */
  cosigners: readonly { address: string; hasSigned: boolean }[];
  blockhash: string;
  instructions: readonly SolanaInstruction[];
  /** Calls by programs in the simulation. */
  innerCalls: readonly Pick<SolanaInstruction, 'program' | 'kind' | 'name' | 'accounts'>[];
  /** The lookup tables of its accounts. `undefined`: the endpoint has no such table. */
  lookupTables: readonly { address: string; table: LookupTable | undefined }[];
  /** The slot of the simulation. */
  slot: bigint;
  /** Accounts that it may write to. */
  writable: ReadonlySet<string>;
  computeUnitLimit: bigint;
  /** Micro-lamports per unit. */
  computeUnitPrice: bigint;
  mints: SolanaSimulation['mints'];
}
