/** The points that every step of a swap passes: approve, payment, refund or claim. */
export const stepCheckpoints = [
  'lease-taken',
  'transaction-prepared',
  'transaction-judged',
  'transaction-signed',
  'attempt-committed',
  'attempt-in-signing-log',
  'attempt-sent',
  'send-recorded',
  'inclusion-observed',
  'inclusion-recorded',
  'proof-found',
  'proof-recorded',
] as const;

/**
 * Named points between two effects of a swap. If a process dies at any of them, the journal must
 * let another one finish the swap and pay it once. The tests kill a process at each.
 */
export const checkpoints = [
  'submitted',
  'quote-received',
  'quote-recorded',
  'allowance-recorded',
  'swap-data-requested',
  'swap-data-received',
  'swap-data-recorded',
  ...stepCheckpoints,
  'status-received',
  'status-recorded',
  'payout-found',
  'settled',
] as const;

export type Checkpoint = (typeof checkpoints)[number];
