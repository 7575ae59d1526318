/**
 * What only an endpoint can say of a Solana transaction, and the guard wants to know beside what it
 * changes.
 */
export interface SolanaSimulation {
  /** The lookup tables that the message names, by address; those that are none are left out. */
  lookupTables: ReadonlyMap<string, LookupTable>;
  /** Calls that programs made of others while it was played, in no order. */
  innerCalls: readonly InnerCall[];
  /** The mints among the tokens that were asked about. */
  mints: ReadonlyMap<string, MintFacts>;
}

export interface LookupTable {
  addresses: readonly string[];
  /**
   * Whether it can be used for good; one that is being deactivated stops being usable any moment.
   */
  isActive: boolean;
}

export interface InnerCall {
  program: string;
  /** All accounts that the call is known to concern. */
  accounts: readonly string[];
  /** As bytes, or as the node's name for what it read in them, such as `transferChecked`. */
  call: { data: Uint8Array } | { name: string };
}

interface MintFacts {
  /** Types of a Token-2022 mint's extensions (spl-token-2022, `ExtensionType`). */
  extensions: readonly number[];
  /** What a transfer costs at most, in basis points of the amount. */
  transferFeeBps: number;
}
