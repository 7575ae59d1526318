import type { Chain, Family } from '../core/swap/chains.ts';
import type { AnyGuard } from '../guard/family-guard.ts';
import type { AnyKeys, StoredAccount } from '../keys/family-keys.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Clock } from '../ports/clock.ts';
import type { HttpCall } from '../ports/http.ts';
import type { TransactionReader } from '../router/transaction-reader.ts';

/**
 * Everything that Ferryman implements for a chain family. `families/families.ts` lists them all.
 */
export interface FamilyDefinition<Name extends Family = Family> {
  readonly family: Name;
  /** Reads the router's transactions. */
  readonly reader: TransactionReader<Name>;
  /** Checks its transactions before they are signed. */
  readonly guard: AnyGuard;
  readonly keys: AnyKeys<Name>;
  /**
   * Imports the family's library. That takes as long as the rest of the start, so only configured
   * chains call it.
   */
  loadAdapter(options: AdapterOptions<Extract<Chain, { family: Name }>>): Promise<ChainAdapter>;
}

/** A chain and its endpoints. */
export interface ChainOptions<Asked extends Chain = Chain> {
  chain: Asked;
  /**
   * In order of preference: the first endpoint that answers and keeps up is used. Proofs that allow
   * another payment need two hostnames.
   */
  rpcUrls: readonly string[];
  /**
   * WebSockets (`ws:`, `wss:`) that announce new blocks, for EVM chains and Solana. While one is
   * connected, the chain is polled at each new block. Default: none; the chain is polled on a
   * timer.
   */
  wsUrls?: readonly string[];
  /**
   * Private relays: each of them gets the bytes of private jobs, and nothing else is asked of them.
   * Default: none; private jobs are refused.
   */
  broadcastUrls?: readonly string[];
  /** Timeout of one HTTP request, in milliseconds. Default: 10,000. */
  timeoutMs?: number;
}

/** @public The type declarations of the families refer to it. */
export interface AdapterOptions<Asked extends Chain = Chain> extends ChainOptions<Asked> {
  clock: Clock;
  fetch: HttpCall;
  /** The keystore account of one of our addresses. `undefined` if no keystore has it. */
  storedAccount(address: string): Promise<StoredAccount | undefined>;
  /** Bitcoin: the operator's bound on coins that are not spent (`protectedCoinSats`), in satoshis. */
  protectedCoin: bigint;
}
