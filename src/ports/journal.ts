import type { ApiKeyStore } from './stores/api-key-store.ts';
import type { ApprovalStore } from './stores/approval-store.ts';
import type { AttributionStore } from './stores/attribution-store.ts';
import type { AuditStore } from './stores/audit-store.ts';
import type { BackupStore } from './stores/backup-store.ts';
import type { BalanceStore } from './stores/balance-store.ts';
import type { BookStore } from './stores/book-store.ts';
import type { BulkStore } from './stores/bulk-store.ts';
import type { CapStore } from './stores/cap-store.ts';
import type { DepositStore } from './stores/deposit-store.ts';
import type { FeedStore } from './stores/feed-store.ts';
import type { HealthStore } from './stores/health-store.ts';
import type { LaneStore } from './stores/lane-store.ts';
import type { ObservationStore } from './stores/observation-store.ts';
import type { OrderStore } from './stores/order-store.ts';
import type { OverviewStore } from './stores/overview-store.ts';
import type { PreviewStore } from './stores/preview-store.ts';
import type { RecoveryStore } from './stores/recovery-store.ts';
import type { RetentionStore } from './stores/retention-store.ts';
import type { ScheduleStore } from './stores/schedule-store.ts';
import type { SealStore } from './stores/seal-store.ts';
import type { SessionStore } from './stores/session-store.ts';
import type { SigningStore } from './stores/signing-store.ts';
import type { StopStore } from './stores/stop-store.ts';
import type { SwapStore } from './stores/swap-store.ts';
import type { TreasuryStore } from './stores/treasury-store.ts';
import type { WalletStore } from './stores/wallet-store.ts';
import type { WebhookStore } from './stores/webhook-store.ts';

/**
 * The single source of truth. Every method is one transaction without network calls, durable when
 * its promise resolves. A method that takes `version` throws `JOURNAL_STALE`, and writes nothing,
 * if the swap has changed since it was read. Every change of a swap appends an event and increments
 * its version. A broken connection throws `JOURNAL_UNAVAILABLE`; the caller then reads back whether
 * its COMMIT took place.
 */
export interface Journal
  extends SwapStore,
    OrderStore,
    SigningStore,
    ObservationStore,
    AttributionStore,
    DepositStore,
    ScheduleStore,
    LaneStore,
    WalletStore,
    ApiKeyStore,
    SessionStore,
    AuditStore,
    StopStore,
    CapStore,
    BookStore,
    BalanceStore,
    SealStore,
    ApprovalStore,
    OverviewStore,
    PreviewStore,
    BulkStore,
    RecoveryStore,
    BackupStore,
    RetentionStore,
    FeedStore,
    WebhookStore,
    HealthStore,
    TreasuryStore {
  close(): Promise<void>;
}
