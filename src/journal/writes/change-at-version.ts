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
 * One statement needs no transaction around it. But if it waits for the swap's row, Postgres
 * compares only that row again; the rest is as it was when the statement began. That is safe for
 * what the version stands for: who changes a swap's orders, steps, leases or needs raises its
 * version in the same transaction, so that the row is not found any more. Timers and lanes change
 * without it. So a change that deletes a timer or a place in a lane (an end, a wait for a person)
 * locks the swap first.
 */

/** SQL, of the row of `swaps`: what `assertNotEnded` asserts. */
export const hasNotEnded = `swaps.ended_as is null
  and swaps.state not in ${endStates}`;

/**
 * The text of a change of a swap that is at the version `$2`, with what an operation writes beside
 * it. The operation's own parameters are numbered from `$3`.
 */
export function changeAtVersionStatement({ onlyIf, ...additions }: Additions = {}): string {
  const fence = 'swaps.version = $2';
  return changeStatement('goes_on', {
    ...additions,
    onlyIf: onlyIf === undefined ? fence : `${fence} and ${onlyIf}`,
  });
}

/**
 * Runs such a statement, and returns the swap's new version. Throws what `refuse` throws where
 * nothing was written.
 * @param refuse finds out why nothing was written, in statements of its own
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

/** What kept a statement from writing is gone already. */
export function changedMeanwhile(swapId: SwapId): Error {
  return stale(swapId, 'something of it changed while this was written');
}
