/**
 * SQL: locks the swaps whose ids `wanted` has, and selects them as `LockedSwap`s. Each is looked up by its key, one after the other: the order
 * of the locks is that of `wanted`, which is sorted.
 */
export function lockEach(wanted: string): string {
  return `select swap.* from ${wanted} cross join lateral (
    select id, version, state, funds_state, reason_code, ended_as, cancel_requested_at is not null as cancel_requested
    from swaps where swaps.id = ${wanted}.id for no key update
  ) swap`;
}
