import type { FilterName } from './swap-filter.ts';

export const filterTitles: Readonly<Record<FilterName, string>> = {
  id: 'Ids',
  q: 'Search',
  state: 'State',
  fundsState: 'Money',
  error: 'Error code',
  chain: 'Chain',
  fromChain: 'From chain',
  toChain: 'To chain',
  fromToken: 'From token',
  toToken: 'To token',
  wallet: 'Wallet',
  provider: 'Provider',
  flow: 'Flow',
  receiver: 'Receiver',
  metadata: 'Metadata',
  retryOf: 'Retry or edit of',
  createdAfter: 'Submitted after',
  createdBefore: 'Submitted before',
  updatedAfter: 'Changed after',
  updatedBefore: 'Changed before',
  olderThan: 'Older than',
  newerThan: 'Newer than',
  unchangedFor: 'Unchanged for',
};

/** What a field expects. */
export const filterHints: Readonly<Partial<Record<FilterName, string>>> = {
  q: 'id, hash, address…',
  error: 'ROUTER_NO_ROUTE',
  fromToken: 'symbol or address',
  toToken: 'symbol or address',
  receiver: 'address',
  metadata: 'key=value or key',
  retryOf: 'id of a swap',
  olderThan: '90s, 30m, 12h, 7d',
  newerThan: '90s, 30m, 12h, 7d',
  unchangedFor: '90s, 30m, 12h, 7d',
};
