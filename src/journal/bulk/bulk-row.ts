import type {
  BulkAction,
  BulkItem,
  BulkKind,
  BulkOutcome,
  BulkState,
} from '../../core/operator/bulk-action.ts';
import type { SwapId } from '../../core/swap/ids.ts';

export interface BulkRow {
  id: string;
  action: BulkKind;
  filter: Record<string, string>;
  reason: string;
  per_minute: number;
  key_id: string;
  state: BulkState;
  state_reason: string | null;
  total: number;
  done: number;
  skipped: number;
  failed: number;
  created_at: number;
  updated_at: number;
}

export const bulkColumns =
  'id, action, filter, reason, per_minute, key_id, state, state_reason, total, done, skipped, failed, created_at, updated_at';

export function bulkFromRow(row: BulkRow): BulkAction {
  const { per_minute, key_id, state_reason, created_at, updated_at, ...same } = row;
  return {
    ...same,
    perMinute: per_minute,
    keyId: key_id,
    ...(state_reason === null ? {} : { stateReason: state_reason }),
    createdAt: created_at,
    updatedAt: updated_at,
  };
}

export interface BulkItemRow {
  seq: number;
  swap_id: SwapId;
  outcome: BulkOutcome | null;
  code: string | null;
  message: string | null;
  as_swap: SwapId | null;
  decided: boolean | null;
  at: number | null;
}

export const bulkItemColumns = 'seq, swap_id, outcome, code, message, as_swap, decided, at';

export function bulkItemFromRow({ seq, swap_id: swapId, ...row }: BulkItemRow): BulkItem {
  const { outcome, code, message, as_swap: as, decided, at } = row;
  return {
    seq,
    swapId,
    ...(outcome === null ? {} : { outcome }),
    ...(code === null ? {} : { code }),
    ...(message === null ? {} : { message }),
    ...(as === null ? {} : { as }),
    ...(decided === null ? {} : { decided }),
    ...(at === null ? {} : { at }),
  };
}
