import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
import type { SwapId, WalletId } from '../../core/swap/ids.ts';
import type { Asset } from '../../core/swap/job.ts';
import type { OccurrenceState, SkipReason, SwapEnd } from '../../core/treasury/occurrence.ts';

/** The treasury's rules and what became of each instant at which they were due. */
export interface TreasuryStore {
  /**
   * Stores a new version of a rule; the same body as the newest version makes none. A new schedule
   * holds from `at` on: nothing before is due by it.
   */
  applyRule(draft: RuleDraft): Promise<{ rule: StoredRule; isNew: boolean }>;
  /** Newest versions, by id. */
  treasuryRules(): Promise<StoredRule[]>;
  findRule(id: string): Promise<StoredRule | undefined>;
  /** The newest first. */
  ruleVersions(id: string): Promise<RuleVersion[]>;
  /** `undefined`: there is no such rule. One that is paused stays as it is. */
  pauseRule(id: string, pause: RulePause): Promise<StoredRule | undefined>;
  /** What came due meanwhile is not done. `undefined`: there is no such rule. */
  resumeRule(id: string, at: number): Promise<StoredRule | undefined>;
  /**
   * Stores what is done at an instant, unless another process did, or the rule has changed since it
   * was read. The winner of the insert acts.
   */
  beginOccurrence(draft: OccurrenceDraft): Promise<'begun' | 'considered' | 'changed'>;
  /**
   * The occurrences that are acting or submitted, with what became of their swaps.
   * @param ruleId only of this rule
   */
  openOccurrences(ruleId?: string): Promise<OpenOccurrence[]>;
  /** The jobs of an occurrence are swaps, but for those that `refusal` is about. */
  recordSubmitted(
    name: OccurrenceName,
    swaps: readonly SwapId[],
    refusal?: { code: string; message: string },
  ): Promise<void>;
  /**
   * Ends an occurrence, if it is open, and counts failures in a row. `paused`: this failure has
   * paused the rule, as one of `pauseAfterFailures` in a row.
   */
  endOccurrence(end: OccurrenceEnd): Promise<{ paused: boolean }>;
  /** The newest first. */
  listOccurrences(filter: OccurrenceFilter): Promise<StoredOccurrence[]>;
  /**
   * Base units of a token that the wallet's balance at a block still has, and that are not free: what
   * leases have reserved, and what open swaps without a lease have to pay.
   */
  promisedFrom(wallet: PromisedFrom): Promise<bigint>;
  /** What open swaps bring to an account and has not arrived. */
  arrivingAt(account: ArrivingAt): Promise<Arriving>;
}

/** Texts of the rule's body are JSON. */
export interface RuleDraft {
  id: string;
  /** Of the newest version when it was read; 0: there was none. */
  after: number;
  body: unknown;
  /** SHA-256 of its canonical JSON, hex. */
  hash: string;
  author: string;
  reason: string;
  /** By the treasury's clock, in milliseconds since the epoch. */
  at: number;
  /** MAC over all that, with the number of the version. */
  seal: string;
}

export interface RuleVersion {
  id: string;
  version: number;
  body: unknown;
  hash: string;
  author: string;
  reason: string;
  at: number;
  seal: string;
}

export interface StoredRule extends RuleVersion {
  /**
   * The highest version that is stored. It is `version`, unless the database was written to from
   * outside: then an earlier version is back in force, or one was added.
   */
  newest: number;
  paused?: RulePause;
  /** In a row. */
  failures: number;
  /** The instant up to which it was decided what is due, in milliseconds since the epoch. */
  consideredUntil: number;
  /** The instant of the last occurrence that acted, in milliseconds since the epoch. */
  lastActedAt?: number;
}

export interface RulePause {
  by: string;
  reason: string;
  at: number;
}

export interface OccurrenceName {
  ruleId: string;
  /** Milliseconds since the epoch. */
  instant: number;
}

export interface OccurrenceDraft {
  ruleId: string;
  version: number;
  /** By the treasury's clock, in milliseconds since the epoch. */
  at: number;
  /** Instants in milliseconds since the epoch. */
  missed?: { first: number; last: number; count: number };
  /** Absent: only something was missed. */
  now?: { instant: number } & DecidedOccurrence;
}

/** What an occurrence does, as it is stored. `jobs`: their bodies. `seal`: a MAC over them. */
export type DecidedOccurrence =
  | { kind: 'skip'; reason: SkipReason }
  | { kind: 'act'; jobs: readonly unknown[]; seal: string };

export interface OpenOccurrence extends OccurrenceName {
  version: number;
  state: Extract<OccurrenceState, 'acting' | 'submitted'>;
  jobs: readonly unknown[];
  seal: string;
  /** Of submitted ones, in the order of the jobs. */
  ends: readonly SwapEnd[];
}

export interface OccurrenceEnd extends OccurrenceName {
  state: 'done' | 'failed';
  code?: string;
  message?: string;
  at: number;
  pauseAfterFailures: number;
}

export interface OccurrenceFilter {
  ruleId?: string;
  state?: OccurrenceState;
  /** Only the newest of each rule. */
  isNewest?: true;
  limit: number;
  /** The last one of the page before. */
  before?: OccurrenceName;
}

export interface StoredOccurrence extends OccurrenceName {
  version: number;
  state: OccurrenceState;
  code?: string;
  message?: string;
  missed?: { count: number; from: number };
  /** Bodies of its jobs. */
  jobs: readonly unknown[];
  swaps: readonly SwapId[];
  begunAt: number;
  endedAt?: number;
}

export interface PromisedFrom {
  walletId: WalletId;
  chain: ChainName;
  token: TokenAddress;
  /** At which the balance was read. */
  block: bigint;
}

export interface ArrivingAt {
  chain: ChainName;
  token: TokenAddress;
  receiver: string;
}

export interface Arriving {
  /** Base units that orders promise, or that jobs demand, at least. */
  promised: bigint;
  /** What swaps sell of which neither is known yet, in base units of each token. */
  unquoted: readonly { sold: Asset; amount: bigint }[];
}
