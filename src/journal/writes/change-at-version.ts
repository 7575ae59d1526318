import type { SwapId } from '../../core/swap/ids.ts';
import type { Versioned } from '../../ports/stores/versioned.ts';
import { endStates } from '../rows/end-states.ts';
import type { SqlParameter, SqlSession } from '../sql-client.ts';
import {
  type Additions,
  type Change,
  changeParameters,
  changeStatement,
} from './change-statement.ts';
import { stale } from './lock-swap.ts';

/*
 * A single statement needs no transaction. But if it waits for the swap's row, Postgres reads only
 * that row again; the rest is as of the statement's start. That is safe for all that the version
 * covers: an operation that changes a swap's orders, steps, leases or needs raises its version in
 * the same transaction, so the row no longer matches. Timers and lanes change without the version.
 * So a change that deletes a timer or a lane entry (an end, a wait for a person) locks the swap
 * first.
 */

/** SQL on a row of `swaps`: the condition that `assertNotEnded` asserts. */
export const hasNotEnded = `swaps.ended_as is null
  and swaps.state not in ${endStates}`;

/**
 * The text of a change of a swap at version `$2`, with the operation's additions. The operation's
 * own parameters are numbered from `$3`.
 */
export function changeAtVersionStatement({ onlyIf, ...additions }: Additions = {}): string {
  const fence = 'swaps.version = $2';
  return changeStatement('goes_on', {
    ...additions,
    onlyIf: onlyIf === undefined ? fence : `${fence} and ${onlyIf}`,
  });
}

/**
 * Runs such a statement and returns the swap's new version. If nothing was written, throws what
 * `refuse` throws.
 * @param refuse finds out in its own statements why nothing was written
 */
export async function changeAtVersion(
  session: SqlSession,
  statement: string,
  { swapId, version, own = [], ...change }: Versioned & Change & { own?: readonly SqlParameter[] },
  refuse: () => Promise<unknown>,
): Promise<number> {
  const [changed] = await session.query<{ version: number }>(statement, [
    swapId,
    version,
    ...own,
    ...changeParameters(change),
  ]);
  if (changed) return changed.version;
  await refuse();
  throw changedMeanwhile(swapId);
}

/** The condition that stopped a statement no longer holds. */
export function changedMeanwhile(swapId: SwapId): Error {
  return stale(swapId, 'another operation changed it during the write');
}
