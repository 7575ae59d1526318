import type { Logger } from 'pino';
import type { Policy } from '../core/decide/policy.ts';
import type { ChainName } from '../core/swap/chains.ts';
import type { SwapId } from '../core/swap/ids.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { OutageLog } from '../errors/outage-log.ts';
import type { ReservedCalls } from '../ports/call-budget.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Clock } from '../ports/clock.ts';
import type { Guard } from '../ports/guard.ts';
import type { Queue } from '../ports/queue.ts';
import type { Router } from '../ports/router.ts';
import type { RouterHealth } from '../ports/router-health.ts';
import type { Signer } from '../ports/signer.ts';
import type { SigningLog } from '../ports/signing-log.ts';
import type { RecoveryStore } from '../ports/stores/recovery-store.ts';
import type { WalletDraft, WalletStore } from '../ports/stores/wallet-store.ts';
import type { Batches } from './batching/batches.ts';
import type { Outcome } from './batching/outcome.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { SwapStep } from './effects/swap-step.ts';
import type { KeyedMutex } from './keyed-mutex.ts';
import type { Signals } from './signals.ts';
import type { Tokens } from './tokens.ts';
import type { WalletList } from './wallet-list.ts';

/**
 * Everything the use cases work with; put together in `compose.ts`.
 * @typeParam Stores the journal's stores that a use case and what it calls use; by default none
 */
export interface ExecutorContext<Stores = unknown> {
  journal: Stores;
  queue: Queue;
  router: Router;
  /** Calls of the routing service that were reserved for the swap that is carried on. */
  calls?: ReservedCalls;
  /** Whether the routing service answers. */
  routerHealth: RouterHealth;
  guard: Guard;
  signer: Signer;
  /** What was signed with this data folder's keys, outside the journal. */
  signingLog: SigningLog;
  /** The wallets of this data folder's keystores. */
  keystoreWallets: () => Promise<readonly WalletDraft[]>;
  chains: ReadonlyMap<ChainName, ChainAdapter>;
  tokens: Tokens;
  walletList: WalletList;
  /** Names that a job's provider lists may have besides those of the registry. */
  additionalProviders: readonly string[];
  policy: Policy;
  clock: Clock;
  logger: Logger;
  /** Receives the result of everything that is retried in a loop. */
  outages: OutageLog;
  /** Names this process in locks, leases and elections. */
  holder: string;
  /** Called at every named point between two effects. */
  checkpoint: (point: Checkpoint) => Promise<void>;
  /**
   * One step per wallet and chain at a time between lease and send, and one job at a time between
   * the choice of an account and the journal.
   */
  mutex: KeyedMutex;
  /** What parts of this process tell one another. */
  signals: Signals;
  /** Payments of one wallet that may go in one transaction. */
  batches: Batches<SwapStep, ReadonlyMap<SwapId, Outcome>>;
}

/** The stores that say what the journal has lost, and learn it. */
export type SigningLogStores = RecoveryStore & WalletStore;

/** What it takes to compare the journal with the signing log, and to tell it what it has lost. */
export type SigningLogContext<Stores = SigningLogStores> = Pick<
  ExecutorContext<Stores>,
  'journal' | 'signingLog' | 'keystoreWallets' | 'chains' | 'logger'
>;

/**
 * The adapter of a configured chain. Throws `UNKNOWN_CHAIN` for one that was taken out: its swaps
 * wait until it is back.
 */
export function adapterOf(
  context: Pick<ExecutorContext, 'chains'>,
  chain: ChainName,
): ChainAdapter {
  const adapter = context.chains.get(chain);
  if (!adapter) {
    throw new FerrymanError('UNKNOWN_CHAIN', `the chain ${chain} is not configured`, {
      next: 'retry',
      details: { chain },
    });
  }
  return adapter;
}
