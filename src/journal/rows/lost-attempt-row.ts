import type { LedgerEntry } from '../../ports/ledger.ts';
import { encodeJson } from '../json.ts';
import { timestamp } from '../sql-client.ts';

/** Ledger entries as a recordset of these columns. */
export const entryColumns = `chain text, tx_id text, instance_id uuid, account text, nonce bigint, swap_id uuid, idem_key text,
  retries jsonb, step_kind text, attempt_kind text, signed_at timestamptz`;

export function entryRows(entries: readonly LedgerEntry[]): string {
  return encodeJson(
    entries.map((entry) => ({
      chain: entry.chain,
      tx_id: entry.txId,
      instance_id: entry.instanceId,
      account: entry.account,
      nonce: entry.nonce,
      swap_id: entry.swapId,
      idem_key: entry.idempotencyKey,
      retries: entry.retries,
      step_kind: entry.step,
      attempt_kind: entry.kind,
      signed_at: timestamp(entry.signedAt),
    })),
  );
}

/** Select list of a `LostAttempt`. */
export const lostAttemptColumns = `chain, tx_id as "txId", instance_id as "instanceId", account, nonce, swap_id as "swapId",
  idem_key as "idempotencyKey", retries, step_kind as step, attempt_kind as kind, signed_at as "signedAt",
  adopted_at is not null as adopted`;

/**
 * Whether the lost attempt `lost` did for the swap `swap`, or for one that came again as it or in its stead, what a step of the kind `kind`
 * does: pay, or fetch. An expression, of two aliases and an SQL expression. A lost cancel moved nothing.
 */
export function didTheSame(lost: string, swap: string, kind: string): string {
  return `stands_for(${lost}, ${swap})
    and ${lost}.attempt_kind <> 'cancel' and (
      (${kind} in ('swap', 'deposit') and ${lost}.step_kind in ('swap', 'deposit'))
      or (${kind} in ('claim', 'refund') and ${lost}.step_kind in ('claim', 'refund')))`;
}
