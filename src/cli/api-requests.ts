import type { BulkKind } from '../core/operator/bulk-action.ts';
import type { ApiMask, ApiScope } from '../ports/stores/api-key-store.ts';
import type { StopScope } from '../ports/stores/stop-store.ts';
import type { WebhookForm } from '../ports/stores/webhook-store.ts';

/** What is stopped or resumed, and why. */
export interface StopRequest {
  scope: StopScope;
  /** Empty for `all`. */
  subject: string;
  reason: string;
}

/** What a new API key may do. Absent limits: all. */
export interface KeyRequest {
  scopes: readonly ApiScope[];
  name?: string;
  wallets?: readonly string[];
  chains?: readonly string[];
  masks?: readonly ApiMask[];
  requestsPerMinute?: number;
  /** ISO 8601. */
  expiresAt?: string;
}

/** What a webhook sends. `null` removes a name or a limit; absent members stay as they are. */
export interface WebhookRequest {
  url?: string;
  form?: WebhookForm;
  name?: string | null;
  topics?: readonly string[];
  wallets?: readonly string[] | null;
  chains?: readonly string[] | null;
}

/** How a person ends a swap that waits for one. */
export interface Resolved {
  as: string;
  evidence?: string;
  reason: string;
  /** Absent: the newest is judged. */
  version?: number;
}

/** Why a frozen wallet may pay again. */
export interface Release {
  reason: string;
  frozenReason?: string;
  family?: string;
}

/** What is done to all swaps of a filter. */
export interface BulkRequest {
  action: BulkKind;
  filter: Readonly<Record<string, string>>;
  reason: string;
  ratePerMinute?: number;
}

/** `expected`: `matched` of the preview that was agreed to. */
export type BulkOrder = BulkRequest & { expected: number };
