import type { RequestOf } from 'ferryman-client';
import { keysOf } from '../../parts/keys-of.ts';

export type Topic = NonNullable<RequestOf<'createWebhook'>['body']['topics']>[number];

/** What calls for a person first, then ends, then the rest. */
export const topics = keysOf<Topic>({
  'swap.needs_review': true,
  'swap.funds_unknown': true,
  'swap.awaiting_approval': true,
  'swap.awaiting_deposit': true,
  'wallet.frozen': true,
  'wallet.unfrozen': true,
  'wallet.low_gas': true,
  'wallet.above_ceiling': true,
  'provider.stopped': true,
  'treasury.budget_nearly_used': true,
  'treasury.rule_paused': true,
  'treasury.occurrence_not_done': true,
  'treasury.drift': true,
  'swap.settled': true,
  'swap.refunded': true,
  'swap.failed': true,
  'swap.cancelled': true,
  'swap.expired': true,
  'swap.requested': true,
  'swap.quoted': true,
  'swap.executing': true,
  'swap.confirming': true,
  'swap.settling': true,
  'swap.claiming': true,
  'swap.refunding': true,
  'swap.event': true,
});
