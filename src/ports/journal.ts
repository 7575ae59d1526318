import type { ApiKeyStore } from './stores/api-key-store.ts';
import type { AttributionStore } from './stores/attribution-store.ts';
import type { DepositStore } from './stores/deposit-store.ts';
import type { HealthStore } from './stores/health-store.ts';
import type { LaneStore } from './stores/lane-store.ts';
import type { ObservationStore } from './stores/observation-store.ts';
import type { OrderStore } from './stores/order-store.ts';
import type { RecoveryStore } from './stores/recovery-store.ts';
import type { ScheduleStore } from './stores/schedule-store.ts';
import type { SigningStore } from './stores/signing-store.ts';
import type { StopStore } from './stores/stop-store.ts';
import type { SwapStore } from './stores/swap-store.ts';
import type { WalletStore } from './stores/wallet-store.ts';

/**
 * The one place where truth is kept. Every method is one transaction with no network call inside;
 * it is durable when its promise resolves. A method that takes `version` throws `JOURNAL_STALE` if
 * the swap has changed since it was read, and writes nothing then. Every change of a swap appends
 * an event and counts its version up. A connection that breaks throws `JOURNAL_UNAVAILABLE`;
 * whether a COMMIT under way took place is then unknown and is read back.
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
    StopStore,
    RecoveryStore,
    HealthStore {
  close(): Promise<void>;
}
