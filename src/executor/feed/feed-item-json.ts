import type { FeedItem } from '../../ports/stores/feed-store.ts';
import { topicsOf } from './topics.ts';

/** An event or a notice as JSON. @param id its cursor */
export function feedItemJson(item: FeedItem, id: string) {
  const topics = topicsOf(item);
  if (item.kind === 'notice') {
    const { type, at, wallet, chain, data } = item;
    return {
      id,
      type,
      topics,
      at: new Date(at).toISOString(),
      ...(wallet === undefined ? {} : { wallet }),
      ...(chain === undefined ? {} : { chain }),
      data,
    };
  }
  const { swap, event, standing } = item;
  const { seq, type, at, data, hash } = event;
  return { id, type, topics, at: new Date(at).toISOString(), swap, ...standing, seq, data, hash };
}
