import type { Chain, Family } from '../core/swap/chains.ts';
import type { AnyGuard } from '../guard/family-guard.ts';
import type { AnyKeys, StoredAccount } from '../keys/family-keys.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Clock } from '../ports/clock.ts';
import type { HttpCall } from '../ports/http.ts';
import type { TransactionReader } from '../router/transaction-reader.ts';

/** All that Ferryman has of a chain family. `families/families.ts` has one of each. */
export interface FamilyDefinition<Name extends Family = Family> {
  readonly family: Name;
  /** How the routing service's transactions are read. */
  readonly reader: TransactionReader<Name>;
  /** How its transactions are judged before they are signed. */
  readonly guard: AnyGuard;
  readonly keys: AnyKeys<Name>;
  /**
   * Loads its library, which takes as long as all the rest together, where a chain is configured.
   */
  loadAdapter(options: AdapterOptions<Extract<Chain, { family: Name }>>): Promise<ChainAdapter>;
}

/** A chain and where it is asked. */
export interface ChainOptions<Asked extends Chain = Chain> {
  chain: Asked;
  /**
   * The first that answers and keeps up is asked. What lets Ferryman pay again takes two hostnames.
   */
  rpcUrls: readonly string[];
  /**
   * WebSockets (`ws:`, `wss:`) that tell of new blocks, of EVM chains and Solana: while something
   * is open there, the chain is looked at when a block comes. Default: none, and blocks are polled.
   */
  wsUrls?: readonly string[];
  /** How long one HTTP request may take, in milliseconds. Default: 10,000. */
  timeoutMs?: number;
}

/** @public The declarations of the families name it. */
export interface AdapterOptions<Asked extends Chain = Chain> extends ChainOptions<Asked> {
  clock: Clock;
  fetch: HttpCall;
  /** Which account of its key an address of ours is; nothing where no keystore has it. */
  storedAccount(address: string): Promise<StoredAccount | undefined>;
}
