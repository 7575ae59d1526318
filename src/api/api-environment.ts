import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Ferryman } from '../ferryman.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { ApiKeyStore } from '../ports/stores/api-key-store.ts';
import type { ApprovalStore } from '../ports/stores/approval-store.ts';
import type { AuditStore } from '../ports/stores/audit-store.ts';
import type { BalanceStore } from '../ports/stores/balance-store.ts';
import type { BookStore } from '../ports/stores/book-store.ts';
import type { BulkStore } from '../ports/stores/bulk-store.ts';
import type { FeedStore } from '../ports/stores/feed-store.ts';
import type { HealthStore } from '../ports/stores/health-store.ts';
import type { OverviewStore } from '../ports/stores/overview-store.ts';
import type { RecoveryStore } from '../ports/stores/recovery-store.ts';
import type { SessionStore } from '../ports/stores/session-store.ts';
import type { StopStore } from '../ports/stores/stop-store.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';
import type { TreasuryStore } from '../ports/stores/treasury-store.ts';
import type { WalletStore } from '../ports/stores/wallet-store.ts';
import type { WebhookStore } from '../ports/stores/webhook-store.ts';
import type { AnswerMask } from './mask-answer.ts';

/** What the API is made of. */
export interface ApiDependencies
  extends Pick<
    Ferryman,
    | 'submit'
    | 'preview'
    | 'quote'
    | 'cancel'
    | 'retry'
    | 'inspectSwap'
    | 'previewRetry'
    | 'acknowledge'
    | 'resolve'
    | 'decideApproval'
    | 'revokeApproval'
    | 'voteOnPayment'
    | 'readVotes'
    | 'readBatch'
    | 'voteOnBatch'
    | 'applyRule'
    | 'pauseRule'
    | 'resumeRule'
    | 'planTreasury'
    | 'createBulkAction'
    | 'previewBulkAction'
    | 'awaitEnd'
    | 'inspectWallet'
    | 'unfreezeWallet'
    | 'inspectJournal'
    | 'adoptJournal'
    | 'requireOwnJournal'
    | 'feed'
    | 'webhookPolicy'
    | 'ready'
    | 'backUp'
    | 'retention'
    | 'runRetention'
    | 'sealer'
    | 'chains'
    | 'endpointsOf'
    | 'caps'
    | 'blackouts'
    | 'additionalProviders'
    | 'clock'
    | 'tracing'
  > {
  journal: Pick<SwapStore, 'findSwap' | 'listSwaps' | 'matchingSwaps' | 'events' | 'orders'> &
    ApiKeyStore &
    SessionStore &
    AuditStore &
    BulkStore &
    StopStore &
    Pick<ApprovalStore, 'findApproval' | 'listApprovals' | 'countOpenApprovals' | 'openBatches'> &
    OverviewStore &
    Pick<BookStore, 'bookEntries' | 'countUnbooked'> &
    Pick<BalanceStore, 'balanceHistory' | 'driftHistory'> &
    Pick<TreasuryStore, 'treasuryRules' | 'findRule' | 'ruleVersions' | 'listOccurrences'> &
    FeedStore &
    WebhookStore &
    Pick<RecoveryStore, 'instanceId'> &
    Pick<HealthStore, 'health' | 'countOpen' | 'countByFunds' | 'lowGas'> &
    Pick<WalletStore, 'wallets' | 'findToken'>;
  metrics: Pick<Metrics, 'expose' | 'requestAnswered' | 'requestLimited'>;
  logger: Logger;
  /** Of each API key without a limit of its own, in each process. Default: 60,000. */
  requestsPerMinute?: number;
  /** Under which browsers reach the API through a proxy, such as `https://ferryman.example.com`. */
  publicUrl?: string;
  /** The folder of the dashboard's files. Absent: none is served. */
  dashboard?: string;
  /** What operators may read of this process. The configuration has no secrets. */
  about?: { version: string; configuration: Readonly<Record<string, unknown>> };
}

/** What every handler finds in its context. */
export interface ApiEnvironment {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** What the request's key does not see. Absent: it sees all, or the key is not known yet. */
    mask?: AnswerMask;
    /** As it is declared, with parameters in braces. Absent: no route of the API. */
    route?: string;
  };
}
