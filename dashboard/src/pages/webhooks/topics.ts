import type { RequestOf } from 'ferryman-client';

export type Topic = NonNullable<RequestOf<'createWebhook'>['body']['topics']>[number];

/** What calls for a person first, then ends, then the rest. */
export const topics = [
  'swap.needs_review',
  'swap.funds_unknown',
  'swap.awaiting_approval',
  'swap.awaiting_deposit',
  'wallet.frozen',
  'wallet.unfrozen',
  'wallet.low_gas',
  'swap.settled',
  'swap.refunded',
  'swap.failed',
  'swap.cancelled',
  'swap.expired',
  'swap.requested',
  'swap.quoted',
  'swap.executing',
  'swap.confirming',
  'swap.settling',
  'swap.claiming',
  'swap.refunding',
  'swap.event',
] as const satisfies readonly Topic[];
