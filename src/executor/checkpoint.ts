/**
 * The points that every step of a swap comes by: an approve, then the payment, then what fetches
 * its money.
 */
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
 * The named points between two effects of a swap. A process that dies at any of them must leave a
 * journal from which the swap goes on and is paid once; tests kill it at each.
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
