import { swapStates } from '../../core/swap/swap.ts';
import type { FeedItem, NoticeType } from '../../ports/stores/feed-store.ts';

/**
 * What an item of the feed is about. `swap.<state>`: the swap entered that state.
 * `swap.funds_unknown`: from here on it is unknown where the money is. `swap.event`: anything that
 * happens to a swap. `provider.stopped`: by its settlements, not by a person. `treasury.drift`: a
 * balance changed by what is in no book.
 */
export const topics = [
  'swap.funds_unknown',
  ...swapStates.map((state) => `swap.${state}` as const),
  'swap.event',
  'wallet.frozen',
  'wallet.unfrozen',
  'wallet.low_gas',
  'wallet.above_ceiling',
  'provider.stopped',
  'treasury.budget_nearly_used',
  'treasury.rule_paused',
  'treasury.occurrence_not_done',
  'treasury.drift',
] as const;
export type Topic = (typeof topics)[number];

const ofNotice: Readonly<Record<NoticeType, Topic>> = {
  wallet_frozen: 'wallet.frozen',
  wallet_unfrozen: 'wallet.unfrozen',
  low_gas: 'wallet.low_gas',
  provider_stopped: 'provider.stopped',
  budget_nearly_used: 'treasury.budget_nearly_used',
  rule_paused: 'treasury.rule_paused',
  occurrence_not_done: 'treasury.occurrence_not_done',
  drift: 'treasury.drift',
  wallet_above_ceiling: 'wallet.above_ceiling',
};

/** The most telling one first. A notice that only a newer process knows has none. */
export function topicsOf(item: FeedItem): Topic[] {
  if (item.kind === 'notice') {
    const topic: Topic | undefined = ofNotice[item.type];
    return topic === undefined ? [] : [topic];
  }
  const { standing, before } = item;
  return [
    ...(standing?.fundsState === 'unknown' && before?.fundsState !== 'unknown'
      ? (['swap.funds_unknown'] as const)
      : []),
    ...(standing && standing.state !== before?.state ? [`swap.${standing.state}` as const] : []),
    'swap.event',
  ];
}
