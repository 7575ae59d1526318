/**
 * The named points between two effects of a swap. A process that dies at any of them must leave a journal from which the swap
 * goes on and is paid once; tests kill it at each.
 */
export const checkpoints = [
  'submitted',
  'quote-received',
  'quote-recorded',
  'allowance-recorded',
  'swap-data-requested',
  'swap-data-received',
  'swap-data-recorded',
  'lease-taken',
  'transaction-prepared',
  'transaction-judged',
  'transaction-signed',
  'attempt-committed',
  'attempt-sent',
  'send-recorded',
  'inclusion-observed',
  'inclusion-recorded',
  'proof-found',
  'proof-recorded',
  'status-received',
  'status-recorded',
  'payout-found',
  'settled',
] as const;

export type Checkpoint = (typeof checkpoints)[number];
