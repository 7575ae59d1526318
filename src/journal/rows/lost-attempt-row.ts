import type { SignedPayment, SigningLogEntry } from '../../ports/signing-log.ts';
import { encodeJson } from '../json.ts';
import { timestamp } from '../sql-client.ts';

/** Signing log entries as a recordset of these columns. */
export const entryColumns = `chain text, tx_id text, instance_id uuid, account text, nonce bigint, swap_id uuid, idem_key text,
  retries jsonb, step_kind text, attempt_kind text, signed_at timestamptz, sequence bigint, payment jsonb, replay text`;

export function entryRows(entries: readonly SigningLogEntry[]): string {
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
      sequence: entry.sequence,
      payment: entry.payment,
      replay: entry.replay,
    })),
  );
}

/** Select list of a `LostAttempt`. */
export const lostAttemptColumns = `chain, tx_id as "txId", instance_id as "instanceId", account, nonce, swap_id as "swapId",
  idem_key as "idempotencyKey", retries, step_kind as step, attempt_kind as kind, signed_at as "signedAt", sequence,
  payment, adopted_at is not null as adopted, refused`;

/**
 * SQL: whether the lost attempt `lost` did what a step of the kind `kind` does (pay, or fetch
 * money) for the swap `swap`, or for a resubmission or retry of it. A lost cancel moved nothing.
 * @param lost, swap aliases
 * @param kind an SQL expression
 */
export function didSameStep(lost: string, swap: string, kind: string): string {
  return `${lost}.imported_at is null and stands_for(${lost}, ${swap})
    and ${lost}.attempt_kind <> 'cancel' and (
      (${kind} in ('swap', 'deposit') and ${lost}.step_kind in ('swap', 'deposit'))
      or (${kind} in ('claim', 'refund') and ${lost}.step_kind in ('claim', 'refund')))`;
}

/** A payment as its jsonb column has it: amounts and heights are decimal strings. */
export interface StoredPayment {
  from: Record<keyof SignedPayment['from'], string>;
  to: Record<keyof SignedPayment['to'], string>;
}

export function paymentFromStored({ from, to }: StoredPayment): SignedPayment {
  return {
    from: { ...from, amount: BigInt(from.amount) },
    to: {
      ...to,
      minOut: BigInt(to.minOut),
      expectedOut: BigInt(to.expectedOut),
      destinationAnchor: BigInt(to.destinationAnchor),
    },
  };
}

/**
 * SQL: whether the payout or refund of the lost payment `lost` may be mistaken for the one that the
 * swap `swap` awaits. Not if the journal still has its lease, unless a transaction that is not in
 * the journal used that: it may have been this payment. After a person adopted the losses, a swap
 * that pays later cannot be confused with them.
 */
export function mayBeConfused(lost: string, swap: string): string {
  return `${lost}.payment is not null and ${lost}.imported_at is null and ${lost}.swap_id <> ${swap}.id
    and not exists (
      select from steps st join lease_steps ls on ls.step_id = st.id join leases l on l.id = ls.lease_id
      where st.swap_id = ${lost}.swap_id and l.chain = ${lost}.chain and l.nonce = ${lost}.nonce and l.state in ('signed', 'consumed'))
    and (${lost}.adopted_at is null or exists (
      select from steps st join lease_steps ls on ls.step_id = st.id join attempts a on a.lease_id = ls.lease_id
      where st.swap_id = ${swap}.id and st.kind in ('swap', 'deposit') and a.signed_at <= ${lost}.adopted_at))`;
}
