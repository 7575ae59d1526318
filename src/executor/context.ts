import type { Logger } from 'pino';
import type { Policy } from '../core/decide/policy.ts';
import type { ChainName } from '../core/swap/chains.ts';
import type { SwapId } from '../core/swap/ids.ts';
import type { OutageLog } from '../errors/outage-log.ts';
import type { ReservedCalls } from '../ports/call-budget.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Clocks } from '../ports/clock.ts';
import type { Gate } from '../ports/gate.ts';
import type { Guard } from '../ports/guard.ts';
import type { JobSeals } from '../ports/job-seals.ts';
import type { Passkeys } from '../ports/passkeys.ts';
import type { Prices } from '../ports/prices.ts';
import type { Queue } from '../ports/queue.ts';
import type { Router } from '../ports/router.ts';
import type { RouterHealth } from '../ports/router-health.ts';
import type { Signer } from '../ports/signer.ts';
import type { SigningLog } from '../ports/signing-log.ts';
import type { AuditStore } from '../ports/stores/audit-store.ts';
import type { RecoveryStore } from '../ports/stores/recovery-store.ts';
import type { WalletDraft, WalletStore } from '../ports/stores/wallet-store.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { Batches } from './batching/batches.ts';
import type { Outcome } from './batching/outcome.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { SwapStep } from './effects/swap-step.ts';
import type { KeyedMutex } from './keyed-mutex.ts';
import type { Signals } from './signals.ts';
import type { Tokens } from './tokens.ts';
import type { WalletList } from './wallet-list.ts';

/**
 * The dependencies of the use cases; `compose.ts` builds it.
 * @typeParam Stores the journal's stores that a use case and its callees need; default: none
 */
export interface ExecutorContext<Stores = unknown> extends Clocks {
  journal: Stores;
  queue: Queue;
  router: Router;
  /** Calls to the routing service that are reserved for the current swap. */
  calls?: ReservedCalls;
  /** Whether the routing service responds. */
  routerHealth: RouterHealth;
  guard: Guard;
  /** Keeps signatures from real networks until all that they demand holds. */
  gate: Gate;
  jobSeals: JobSeals;
  /** Verifies what approvers sign. */
  passkeys: Passkeys;
  /** What tokens are worth, independently of the routing service. */
  prices: Prices;
  signer: Signer;
  /** What was signed with this data folder's keys, stored outside the journal. */
  signingLog: SigningLog;
  /** The wallets of this data folder's keystores. */
  keystoreWallets: () => Promise<readonly WalletDraft[]>;
  chains: ReadonlyMap<ChainName, ChainAdapter>;
  tokens: Tokens;
  walletList: WalletList;
  /** Provider names that a job may list in addition to the registry's. */
  additionalProviders: readonly string[];
  policy: Policy;
  logger: Logger;
  /** Absent: this process does not trace. */
  tracing?: Tracing;
  /** Receives the result of everything that runs in a retry loop. */
  outages: OutageLog;
  /** Names this process in locks, leases and elections. */
  holder: string;
  /** Called at each checkpoint between two effects. */
  checkpoint: (point: Checkpoint) => Promise<void>;
  /**
   * Serializes the steps of one wallet and chain between lease and send, and the jobs of one wallet
   * between the choice of an account and the journal.
   */
  mutex: KeyedMutex;
  /** Events between parts of this process. */
  signals: Signals;
  /** Payments of one wallet that may share a transaction. */
  batches: Batches<SwapStep, ReadonlyMap<SwapId, Outcome>>;
}

/** The stores that report and record what the journal has lost. */
export type SigningLogStores = RecoveryStore & WalletStore & Pick<AuditStore, 'recordAct'>;

/** What it takes to compare the journal with the signing log and to record losses. */
export type SigningLogContext<Stores = SigningLogStores> = Pick<
  ExecutorContext<Stores>,
  'journal' | 'signingLog' | 'keystoreWallets' | 'chains' | 'logger'
>;

export { adapterOf } from '../signer/adapter-of.ts';
