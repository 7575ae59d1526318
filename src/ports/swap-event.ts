/** What happens to a swap. */
export type SwapEventType =
  | 'swap_submitted'
  | 'quote_recorded'
  | 'swap_data_requested'
  | 'swap_data_received'
  | 'order_renewed'
  | 'order_closed'
  | 'allowance_read'
  | 'lease_taken'
  | 'lease_voided'
  | 'lease_proven'
  | 'proof_doubted'
  | 'proof_confirmed'
  | 'proof_superseded'
  | 'attempt_committed'
  | 'attempt_sent'
  | 'attempt_boosted'
  | 'attempt_observed'
  | 'payout_sighted'
  | 'deposit_seen'
  | 'status_received'
  | 'state_changed'
  | 'waiting'
  | 'approval_requested'
  | 'approval_decided'
  | 'approval_revoked'
  | 'cancel_requested'
  | 'retried'
  | 'replaced'
  | 'acknowledged'
  | 'resolved'
  | 'settled'
  | 'refunded';

export interface SwapEvent {
  seq: number;
  type: SwapEventType;
  at: number;
  data: Readonly<Record<string, unknown>>;
  /** SHA-256 over the event and the hash of the one before it, hex. */
  hash: string;
}
