import type { SwapId } from '../../core/swap/ids.ts';
import type { Leg } from '../../core/swap/swap.ts';
import { onlyRow } from '../only-row.ts';
import { takesAll } from '../operations/attributed-legs.ts';
import type { SqlSession } from '../sql-client.ts';

/** Thrown to roll back the whole transaction. */
export class LegAttributed extends Error {
  readonly bySwap: SwapId;
  constructor(bySwap: SwapId) {
    super(`a leg is attributed to swap ${bySwap} already`);
    this.bySwap = bySwap;
  }
}

/**
 * The result of `run`. If another swap already has one of the legs, that swap, and nothing is
 * written.
 */
export async function orLegAttributed<Result>(
  run: () => Promise<Result>,
): Promise<Result | { kind: 'leg_attributed'; bySwap: SwapId }> {
  try {
    return await run();
  } catch (error) {
    const attributed =
      error instanceof Error && error.cause instanceof LegAttributed ? error.cause : error;
    if (attributed instanceof LegAttributed)
      return { kind: 'leg_attributed', bySwap: attributed.bySwap };
    throw error;
  }
}

/** Always in the same order, so that two swaps that want the same legs do not deadlock. */
export async function attributeLegs(
  session: SqlSession,
  swapId: SwapId,
  legs: readonly Leg[],
): Promise<void> {
  for (const leg of inOrderOfLocks(legs)) {
    await lockTransaction(session, leg);
    const bySwap = await attributeLeg(session, swapId, leg);
    if (bySwap !== swapId) throw new LegAttributed(bySwap);
  }
}

/**
 * Releases the legs of a swap that a person resolves differently than before: another swap may own
 * the transfers. The rows stay, because the journal deletes none.
 */
export function releaseLegs(
  session: SqlSession,
  swapId: SwapId,
): Promise<Pick<Leg, 'chain' | 'txId' | 'index'>[]> {
  return session.query(
    `update legs set released = true where swap_id = $1 and not released returning chain, tx_id as "txId", index`,
    [swapId],
  );
}

/**
 * Locks a chain's transaction until the journal's transaction ends, so that no other session
 * attributes a leg of it. Row locks do not suffice: a whole transaction and a single transfer of it
 * have no row in common.
 */
async function lockTransaction(session: SqlSession, { chain, txId }: Leg): Promise<void> {
  await session.query(`select ${transactionLock('$1', '$2')}`, [chain, txId]);
}

/** SQL: locks a chain's transaction. @param chain, txId SQL expressions */
export function transactionLock(chain: string, txId: string): string {
  return `pg_advisory_xact_lock(hashtextextended('leg ' || ${chain} || ' ' || transaction_key(${txId}), 0))`;
}

/**
 * Returns the swap that has the leg now. A leg that no chain shows takes its whole transaction, of
 * which other swaps may have legs from a time when the chain was configured. Two indexes keep a
 * transfer to one swap, and either may report the conflict, so `on conflict` names neither.
 */
async function attributeLeg(session: SqlSession, swapId: SwapId, leg: Leg): Promise<SwapId> {
  const key = [leg.chain, leg.txId, leg.index];
  const [taken] = await session.query<{ bySwap: SwapId }>(
    `select leg.swap_id as "bySwap" from legs leg
     where leg.chain = $1 and transaction_key(leg.tx_id) = transaction_key($2) and not leg.released and leg.swap_id <> $3 and ($4 or ${takesAll('leg')}) limit 1`,
    [leg.chain, leg.txId, swapId, leg.promised === true],
  );
  if (taken) return taken.bySwap;
  const attributed = await session.query(
    `insert into legs (swap_id, chain, tx_id, index, token, amount, role, level) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict do nothing returning swap_id`,
    [swapId, ...key, leg.token, leg.amount, leg.role, leg.level],
  );
  if (attributed.length > 0) return swapId;
  const { bySwap } = onlyRow(
    await session.query<{ bySwap: SwapId }>(
      `update legs set level = case when swap_id = $1 then $5 else level end
       where chain = $2 and lower(tx_id) = lower($3) and index = $4 and not released returning swap_id as "bySwap"`,
      [swapId, ...key, leg.level],
    ),
  );
  return bySwap;
}

/** The order in which every operation locks the transactions of legs. */
export function inOrderOfLocks(legs: readonly Leg[]): Leg[] {
  return legs.toSorted(compareLegs);
}

function compareLegs(a: Leg, b: Leg): number {
  // Compared in lower case, as they are locked. The ids of one chain all begin with 0x, or none
  // does.
  const [left, right] = [a, b].map(({ chain, txId }) => `${chain}:${txId.toLowerCase()}`) as [
    string,
    string,
  ];
  if (left === right) return a.index - b.index;
  return left < right ? -1 : 1;
}
