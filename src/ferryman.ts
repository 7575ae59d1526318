import type { BlackoutStanding } from './core/blackouts/blackout.ts';
import type { CapStanding } from './core/caps/cap-standing.ts';
import type { BulkAction } from './core/operator/bulk-action.ts';
import type { Chain, ChainName, Family } from './core/swap/chains.ts';
import type { SwapId } from './core/swap/ids.ts';
import type { Swap } from './core/swap/swap.ts';
import type { JournalReport } from './executor/adopt-journal.ts';
import type { Asking } from './executor/asked-by.ts';
import type { BulkPreview, BulkPreviewRequest } from './executor/bulk/preview-bulk-action.ts';
import type { CancelAnswer } from './executor/cancel.ts';
import type { EventFeed } from './executor/feed/create-event-feed.ts';
import type { InspectedSwap } from './executor/inspect-swap.ts';
import type { Preview } from './executor/preview/preview.ts';
import type { RetryPreview } from './executor/preview/preview-retry.ts';
import type { quoteJob, SwapPreviewRequest } from './executor/preview/preview-swap.ts';
import type { Readiness } from './executor/readiness.ts';
import type { ResolveRequest } from './executor/resolve.ts';
import type { Retention } from './executor/retention/retention.ts';
import type { RetentionReport } from './executor/retention/run-retention.ts';
import type { RetryAnswer } from './executor/retry.ts';
import type { WorkerOptions, Workers } from './executor/start-workers.ts';
import type { SubmitRequest } from './executor/submit.ts';
import type { FrozenWallet, Release } from './executor/unfreeze-wallet.ts';
import type { ApprovalBatch, BatchVote } from './executor/vote-on-batch.ts';
import type { PaymentVote, PaymentVotes } from './executor/vote-on-payment.ts';
import type { EndpointState } from './ports/chain-adapter.ts';
import type { Clock } from './ports/clock.ts';
import type { Journal } from './ports/journal.ts';
import type { Metrics } from './ports/metrics.ts';
import type { SecretSealer } from './ports/secret-sealer.ts';
import type { Approval, ApprovalDecision, Revocation } from './ports/stores/approval-store.ts';
import type { Backup } from './ports/stores/backup-store.ts';
import type { BulkDraft } from './ports/stores/bulk-store.ts';
import type { Intervention } from './ports/stores/recovery-store.ts';
import type { SwapView } from './ports/stores/swap-store.ts';
import type { OccurrenceName } from './ports/stores/treasury-store.ts';
import type { Tracing } from './ports/tracing.ts';
import type { WebhookPolicy } from './ports/webhook-sender.ts';
import type { Intake } from './queue/start-intake.ts';
import type { BookOptions } from './treasury/books/keep-books.ts';
import type { TreasuryUseCases } from './treasury/create-treasury.ts';

/** A running Ferryman: the library's interface, which the API and the CLI commands use too. */
export interface Ferryman extends TreasuryUseCases {
  /** Absent: nothing is traced. */
  tracing?: Tracing;
  journal: Journal;
  metrics: Metrics;
  clock: Clock;
  /** The chains that are configured. */
  chains: readonly Chain[];
  /** The caps of the guard's policy, with their use. */
  caps(): Promise<CapStanding[]>;
  /** The blackouts of the guard's policy, and which are on. */
  blackouts(): readonly BlackoutStanding[];
  /** The endpoints of a configured chain, as this process has seen them. */
  endpointsOf(chain: ChainName): readonly EndpointState[];
  /** Provider names that jobs and stops may name in addition to the registry's. */
  additionalProviders: readonly string[];
  submit(request: SubmitRequest): Promise<{ created: boolean; swap: Swap }>;
  /** What a job would do now. Signs and stores nothing, and makes no order at a provider. */
  preview(request: SwapPreviewRequest): Promise<Preview>;
  /** What a retry would do now, and why it would be refused. Signs and stores nothing. */
  previewRetry(id: SwapId): Promise<RetryPreview>;
  /** The best route that the routing service offers for a job. */
  quote(request: SwapPreviewRequest): ReturnType<typeof quoteJob>;
  /** Waits until a swap has ended or needs a person. */
  awaitEnd(id: SwapId, options?: { poll?: number; signal?: AbortSignal }): Promise<SwapView>;
  /** What the journal has of a swap, where its money is, and what may be done next. */
  inspectSwap(id: SwapId): Promise<InspectedSwap>;
  /** The events of all swaps, for those who follow them. Close it before the HTTP server. */
  feed: EventFeed;
  /** Requests cancellation. It stays a request until the chain has decided. */
  cancel(id: SwapId): Promise<CancelAnswer>;
  /**
   * Retries a swap, or submits its job again as another swap. Refused while an earlier payment of
   * it may land.
   */
  retry(id: SwapId, asking?: Asking): Promise<RetryAnswer>;
  /**
   * Ends a swap again that had ended before more money came. The note says what a person did about
   * the money.
   */
  acknowledge(id: SwapId, note: string): Promise<SwapView>;
  /**
   * Ends a swap in `needs_review` with the outcome that a person names, after checking the
   * evidence. Signs nothing.
   */
  resolve(id: SwapId, request: ResolveRequest): Promise<SwapView>;
  /**
   * A person approves or rejects one item that the guard holds a swap for. `by` names that person,
   * who is not among those that asked for the swap.
   */
  decideApproval(decision: ApprovalDecision): Promise<Approval>;
  /** A person ends what an approval admits. */
  revokeApproval(revocation: Revocation): Promise<Approval>;
  /**
   * An approver of the policy votes on a payment that needs approvals (G15), by what their passkey
   * has signed. `by`: through whose key it comes.
   */
  voteOnPayment(vote: PaymentVote): Promise<Approval>;
  /** The votes on a payment, and what approvers sign. */
  readVotes(approvalId: string): Promise<PaymentVotes>;
  /** The payments that a treasury rule asked for at an instant, and what approvers sign for all at once. */
  readBatch(name: OccurrenceName): Promise<ApprovalBatch>;
  /**
   * An approver of the policy votes with one signature on all payments of an occurrence that wait for
   * approvals. `by`: through whose key it comes.
   */
  voteOnBatch(vote: BatchVote): Promise<ApprovalBatch>;
  /** Stores a bulk action, sealed: by its seal the process that does it knows it. */
  createBulkAction(draft: Omit<BulkDraft, 'seal'>): Promise<BulkAction>;
  /** What a bulk action of this key would do to these swaps now. Changes nothing. */
  previewBulkAction(request: BulkPreviewRequest): Promise<BulkPreview>;
  /** Starts to execute swaps in this process. Without it the process only accepts swaps. */
  startWorkers(options?: Partial<WorkerOptions>): Promise<Workers>;
  /**
   * Opens the BullMQ intake queue `swaps`. Throws `CONFIG_INVALID` if there is no intake secret.
   */
  openIntake(): Promise<Intake>;
  /** Seals the intake keys of API keys in the journal, and the secrets of webhooks. */
  sealer: SecretSealer;
  /** Where webhooks may go. */
  webhookPolicy: WebhookPolicy;
  /** Whether everything that a swap needs is reachable. */
  ready(): Promise<Readiness>;
  /** From now on this process reports itself as not ready (`STOPPING`). Call it before a stop. */
  retire(): void;
  /** Reports the attempts in the signing log that the journal does not know. Changes nothing. */
  inspectJournal(): Promise<JournalReport>;
  /**
   * A person accepts the journal as the one that the keys sign for. docs/operations/backups.md lists what
   * to check first.
   */
  adoptJournal(request: Intervention): Promise<JournalReport>;
  /**
   * Whether this process may release wallets and adopt the journal while it runs. Throws
   * `SIGNING_LOG_ELSEWHERE` and `JOURNAL_FOREIGN`.
   */
  requireOwnJournal(): Promise<void>;
  /** `family` is required if the journal knows wallets of several families by that name. */
  inspectWallet(name: string, family?: Family): Promise<FrozenWallet>;
  /** A person releases a frozen wallet. `family` as for `inspectWallet`. */
  unfreezeWallet(request: Release): Promise<FrozenWallet>;
  /**
   * Backs up the embedded journal into a new folder in `backups` of the data folder. Statements
   * wait while its files are copied. Throws `BACKUP_UNFIT` for a journal on a server.
   */
  backUp(): Promise<Backup>;
  /** What leaves the journal each hour, as it is configured. */
  retention: Retention;
  /**
   * Archives old answers of the routing service, and removes old deliveries of webhooks. Throws
   * `ARCHIVE_FAILED`.
   */
  runRetention(retention: Retention): Promise<RetentionReport>;
  /**
   * One round of the books: books what has ended, and reads balances that are due. The treasury's
   * worker does the same by itself (`treasury.books`).
   */
  keepBooks(options?: BookOptions): Promise<void>;
  /**
   * Aborted with a `FOLDER_LOCK_LOST` when the lock on the data folder is lost. From then on the
   * journal refuses everything: close this Ferryman and end the process. Never aborted without an
   * embedded journal or queue.
   */
  lockLost: AbortSignal;
  /** Stops the work, then closes queue and journal. */
  close(): Promise<void>;
}
