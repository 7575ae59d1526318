import type { SwapId } from '../../core/swap/ids.ts';
import { type FundsState, isEnd, type SwapState } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { noSuchSwap } from '../../errors/no-such-swap.ts';
import type { Versioned } from '../../ports/stores/versioned.ts';
import type { SqlSession } from '../sql-client.ts';

/*
 * Every operation takes locks in this order, so that none deadlocks: chain head, swaps by id,
 * transactions of legs, wallet_chain, lane_swaps, lanes; and wallet_chain, allowances, wallets.
 * Rows of one swap (orders, steps, leases, attempts, reservations, needs) change under its lock.
 *
 * Lanes have no common order with allowances and wallets. A lease locks its allowance before its
 * lane; a proof changes its lane first, then the allowance, and freezes the wallet last; a disputed
 * proof and an adopted journal freeze wallets before they make lanes due. Two such operations on
 * one account can deadlock. Postgres then ends one, and `postgres-client.ts` runs it again.
 */

/** A swap that this transaction has locked. */
export interface LockedSwap {
  id: SwapId;
  version: number;
  state: SwapState;
  funds_state: FundsState;
  reason_code: string | null;
  cancel_requested: boolean;
  /** The terminal state that the swap had before it was sent to review. */
  ended_as: SwapState | null;
}

/** Locks a swap and compares its version. Throws `NOT_FOUND`, `JOURNAL_STALE`. */
export async function lockSwapAt(
  session: SqlSession,
  { swapId, version }: Versioned,
): Promise<LockedSwap> {
  const swap = await lockSwap(session, swapId);
  assertVersion(swap, version);
  return swap;
}

/** Locks a swap at any version. Throws `NOT_FOUND`. */
export async function lockSwap(session: SqlSession, id: SwapId): Promise<LockedSwap> {
  const [swap] = await lockSwaps(session, [id]);
  if (!swap) throw noSuchSwap(id);
  return swap;
}

const lockedColumns =
  'id, version, state, funds_state, reason_code, ended_as, cancel_requested_at is not null as cancel_requested';

const lockOne = `select ${lockedColumns} from swaps where id = $1 for no key update`;

/**
 * SQL: locks swaps and selects them as `LockedSwap`s. It looks up each by its key, one after the
 * other: that is fast however the table has grown, and takes the locks in the order of the sorted
 * ids.
 * @param ids an SQL source of one column, the ids
 */
export function lockEach(ids: string): string {
  return `select swap.* from ${ids} as wanted(id) cross join lateral (
    select ${lockedColumns} from swaps where swaps.id = wanted.id for no key update
  ) swap`;
}

const lockSeveral = lockEach('unnest($1::uuid[])');

/**
 * Locks the swaps that exist, in the order of their ids, in one statement. A single swap has its
 * own text: Postgres plans a list each time, because a generic plan looks more expensive than one
 * for the list.
 */
export async function lockSwaps(session: SqlSession, ids: Iterable<SwapId>): Promise<LockedSwap[]> {
  const wanted = [...new Set(ids)].sort();
  const [only] = wanted;
  if (only === undefined) return [];
  if (wanted.length === 1) return await session.query<LockedSwap>(lockOne, [only]);
  return await session.query<LockedSwap>(lockSeveral, [wanted]);
}

/** Throws `JOURNAL_STALE`. */
export function assertVersion(swap: Pick<LockedSwap, 'id' | 'version'>, version: number): void {
  if (swap.version !== version)
    throw stale(swap.id, `it is at version ${swap.version}, not ${version}`);
}

/** Whether the swap has ended. Nothing new is done for it. */
export function isEnded({ state, ended_as: endedAs }: LockedSwap): boolean {
  return isEnd(state) || endedAs !== null;
}

/**
 * Throws `JOURNAL_BROKEN_INVARIANT`: an ended swap never continues, even if it waits for a person.
 */
export function assertNotEnded(swap: LockedSwap): void {
  const { id, state, ended_as: endedAs } = swap;
  if (isEnded(swap)) throw broken('swap_ended', `swap ${id} has ended (${endedAs ?? state})`);
}

export function stale(id: SwapId, why: string): FerrymanError {
  return new FerrymanError('JOURNAL_STALE', `swap ${id} changed meanwhile: ${why}`, {
    details: { swapId: id },
  });
}

/** The error of a rule that no constraint of the schema can express. */
export function broken(rule: string, message: string): FerrymanError {
  return new FerrymanError('JOURNAL_BROKEN_INVARIANT', `the journal refused a write: ${message}`, {
    details: { constraint: rule },
  });
}
