import type { BulkActionRequest, Query } from 'ferryman-client';
import type { Mask } from '../../session/session.ts';

/** The filters of the page, by the names of the API: they stand in the address as they are sent. */
const names = [
  'id',
  'q',
  'state',
  'fundsState',
  'error',
  'chain',
  'fromChain',
  'toChain',
  'fromToken',
  'toToken',
  'wallet',
  'provider',
  'flow',
  'receiver',
  'metadata',
  'retryOf',
  'createdAfter',
  'createdBefore',
  'updatedAfter',
  'updatedBefore',
  'olderThan',
  'newerThan',
  'unchangedFor',
] as const satisfies readonly (keyof Query<'listSwaps'>)[];

export type FilterName = (typeof names)[number];

export type SwapFilter = { [Name in FilterName]?: string };

const bulkKinds = ['retry', 'cancel'] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** What stands in the address of the list: the filter, and which bulk action is being prepared. */
export type SwapsSearch = SwapFilter & { bulk?: BulkKind };

export function readSwapFilter(search: Record<string, unknown>): SwapFilter {
  const isGiven = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  return Object.fromEntries(
    names
      .filter((name) => isGiven(search[name]))
      .map((name) => [name, String(search[name]).trim()] as const)
      .filter(([, value]) => value !== ''),
  );
}

export function readSwapsSearch(search: Record<string, unknown>): SwapsSearch {
  const bulk = bulkKinds.find((kind) => kind === search.bulk);
  return { ...readSwapFilter(search), ...(bulk ? { bulk } : {}) };
}

export function hasFilter(filter: SwapFilter): boolean {
  return Object.keys(filter).length > 0;
}

export function sameFilter(one: SwapFilter, other: SwapFilter): boolean {
  return names.every((name) => one[name] === other[name]);
}

/** The filter with another value of one member. An empty one takes the member away. */
export function withValue(filter: SwapFilter, name: FilterName, value: string): SwapFilter {
  const { [name]: _old, ...rest } = filter;
  return value === '' ? rest : { ...rest, [name]: value };
}

/** The members of a list such as "failed,expired". */
export function listOf(value: string | undefined): readonly string[] {
  return value === undefined ? [] : value.split(',').map((one) => one.trim());
}

/**
 * The filter as calls take it. What the address has is checked by the service, which says what is
 * wrong with it.
 */
export function apiFilter(filter: SwapFilter): BulkActionRequest['filter'] & Query<'listSwaps'> {
  return filter as BulkActionRequest['filter'];
}

const refusedBy: Readonly<Partial<Record<FilterName, readonly Mask[]>>> = {
  q: ['addresses', 'metadata'],
  receiver: ['addresses'],
  metadata: ['metadata'],
};

/** Whether the service refuses it to a key with these masks: it would reveal what they hide. */
export function isRefused(name: FilterName, masks: readonly Mask[]): boolean {
  return refusedBy[name]?.some((mask) => masks.includes(mask)) ?? false;
}
