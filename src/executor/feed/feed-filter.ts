import { treasuryOf } from '../../core/swap/account-name.ts';
import type { FeedItem } from '../../ports/stores/feed-store.ts';
import { type Topic, topicsOf } from './topics.ts';

/** Which items of the feed a reader wants. Absent members: all. */
export interface FeedFilter {
  swapId?: string | undefined;
  /** Names of wallets; a treasury wallet stands for its accounts too. */
  wallets?: readonly string[] | undefined;
  /** Of either side of a swap. */
  chains?: readonly string[] | undefined;
  topics?: readonly Topic[] | undefined;
}

export function isWanted(item: FeedItem, filter: FeedFilter): boolean {
  const { swapId, wallets, chains, topics } = filter;
  if (swapId !== undefined && (item.kind === 'notice' || item.swap.id !== swapId)) return false;
  if (topics && !topicsOf(item).some((topic) => topics.includes(topic))) return false;
  const { wallet, chains: own } = reachOf(item);
  if (wallets && !(wallet !== undefined && includesWallet(wallets, wallet))) return false;
  // A notice of a wallet concerns it on every chain.
  return !chains || own.length === 0 || own.some((chain) => chains.includes(chain));
}

function reachOf(item: FeedItem): { wallet?: string | undefined; chains: readonly string[] } {
  if (item.kind === 'swap')
    return { wallet: item.swap.wallet, chains: [item.swap.fromChain, item.swap.toChain] };
  return { wallet: item.wallet, chains: item.chain === undefined ? [] : [item.chain] };
}

function includesWallet(wallets: readonly string[], wallet: string): boolean {
  return wallets.includes(wallet) || wallets.includes(treasuryOf(wallet));
}
