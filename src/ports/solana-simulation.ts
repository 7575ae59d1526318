/** What only an endpoint knows about a Solana transaction, beside its changes. */
export interface SolanaSimulation {
  /** The lookup tables of the message, by address. Addresses that are no table are left out. */
  lookupTables: ReadonlyMap<string, LookupTable>;
  /** Cross-program calls during the simulation, in no order. */
  innerCalls: readonly InnerCall[];
  /** The mints among the requested tokens. */
  mints: ReadonlyMap<string, MintFacts>;
}

export interface LookupTable {
  addresses: readonly string[];
  /** False while the table is being deactivated: it may stop being usable at any moment. */
  isActive: boolean;
  /** False once its authority is gone for good: no entry can be added. */
  canGrow: boolean;
  /** The slot of its newest entries. */
  lastExtended: bigint;
}

export interface InnerCall {
  program: string;
  /** All accounts that the call is known to touch. */
  accounts: readonly string[];
  /** Raw bytes, or the node's name for the decoded call, such as `transferChecked`. */
  call: { data: Uint8Array } | { name: string };
}

interface MintFacts {
  /** Types of a Token-2022 mint's extensions (spl-token-2022, `ExtensionType`). */
  extensions: readonly number[];
  /** Maximum transfer fee, in basis points of the amount. */
  transferFeeBps: number;
}
