import type { FeedItem } from '../../ports/stores/feed-store.ts';
import type { ChosenDelivery, Webhook } from '../../ports/stores/webhook-store.ts';
import { isWanted } from '../feed/feed-filter.ts';
import { type Topic, topicsOf } from '../feed/topics.ts';

/** What a webhook sends unless told otherwise: ends of swaps, and what calls for a person. */
export const defaultTopics: readonly Topic[] = [
  'swap.settled',
  'swap.refunded',
  'swap.failed',
  'swap.cancelled',
  'swap.expired',
  'swap.awaiting_approval',
  'swap.needs_review',
  'swap.funds_unknown',
  'wallet.frozen',
  'wallet.unfrozen',
  'wallet.low_gas',
  'provider.stopped',
];

/** What calls for a person: all that a channel for people gets unless told otherwise. */
export const defaultSlackTopics: readonly Topic[] = [
  'swap.awaiting_approval',
  'swap.needs_review',
  'swap.funds_unknown',
  'wallet.frozen',
  'wallet.unfrozen',
  'wallet.low_gas',
  'provider.stopped',
];

/** One delivery for each webhook that wants an item, under the most telling of its topics. */
export function chooseDeliveries(
  items: readonly FeedItem[],
  webhooks: readonly Webhook[],
): ChosenDelivery[] {
  return items.flatMap((item) =>
    webhooks.flatMap(({ id: webhookId, topics, since, wallets, chains }) => {
      const topic = topicsOf(item).find((one) => topics.includes(one));
      if (topic === undefined || item.position.number <= since) return [];
      if (!isWanted(item, { wallets, chains })) return [];
      return [{ webhookId, topic, position: item.position }];
    }),
  );
}
