import type { Swap } from 'ferryman-client';

/** In the order in which a person looks for them. */
export const swapStates = [
  'needs_review',
  'awaiting_approval',
  'awaiting_deposit',
  'requested',
  'quoted',
  'executing',
  'confirming',
  'settling',
  'claiming',
  'refunding',
  'settled',
  'refunded',
  'failed',
  'cancelled',
  'expired',
] as const satisfies readonly Swap['state'][];

export const fundsStates = [
  'unknown',
  'untouched',
  'in_flight',
  'moved',
  'returned',
] as const satisfies readonly Swap['fundsState'][];
