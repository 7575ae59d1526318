import { isDeepStrictEqual } from 'node:util';
import type { SettlementFinding } from '../../core/settlement/settlement.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Settlement, SettleResult } from '../../ports/stores/attribution-store.ts';
import { encodeJson } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import { isUnread } from '../recovery/is-recovering.ts';
import { jsonRows } from '../rows/json-rows.ts';
import type { SqlClient, SqlSession } from '../sql-client.ts';
import {
  attributeLegs,
  inOrderOfLocks,
  LegAttributed,
  orLegAttributed,
} from '../writes/attribute-legs.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { closeOrderExpressions } from '../writes/close-open-order.ts';
import { closeSteps, type OpenStep, selectOpenSteps } from '../writes/end-swap.ts';
import { stale } from '../writes/lock-swap.ts';
import { lockWithLegs } from '../writes/lock-with-legs.ts';
import { recordBrokenPromise } from '../writes/record-broken-promise.ts';
import { judge } from './attribute.ts';
import { selectLegsOf, takesAll } from './attributed-legs.ts';
import { type OwnersRow, ownerColumns, ownerParameters, ownersFromRow } from './owners.ts';

export async function settle(client: SqlClient, request: Settlement): Promise<SettleResult> {
  return orFindingChanged(() =>
    orLegAttributed(() => client.transaction((session) => settleIn(session, request))),
  );
}

/** Thrown to roll back the whole transaction. */
class FindingChanged extends Error {
  readonly finding: SettlementFinding;
  constructor(finding: SettlementFinding) {
    super(`judged again, it is ${finding.kind}`);
    this.finding = finding;
  }
}

async function orFindingChanged(run: () => Promise<SettleResult>): Promise<SettleResult> {
  try {
    return await run();
  } catch (error) {
    const changed =
      error instanceof Error && error.cause instanceof FindingChanged ? error.cause : error;
    if (changed instanceof FindingChanged) return { kind: 'changed', finding: changed.finding };
    throw error;
  }
}

interface SettledRow {
  is_held: boolean;
  taken_by: SwapId | null;
  attributed_legs: number;
  open_steps: readonly OpenStep[];
}

/** Read in addition if the request has a basis. */
interface BasisRow extends OwnersRow {
  unread_log: string | null;
}

/**
 * Writes the settlement and reads in the same statement what may forbid it, as of before the write.
 * If something does, the transaction is rolled back. That is rare, and saves a separate read.
 */
async function settleIn(session: SqlSession, request: Settlement): Promise<SettleResult> {
  const { swapId, holder, state, fundsState, level, legs, reason, basis } = request;
  const orderedLegs = inOrderOfLocks(legs);
  await lockWithLegs(session, request, orderedLegs);
  const parameters = [
    swapId,
    holder,
    level,
    legRows(orderedLegs),
    ...(basis ? ownerParameters(basis) : []),
  ];
  const row = onlyRow(
    await session.query<SettledRow & Partial<BasisRow>>(writeText(basis), parameters),
  );
  // Another worker may hold the lock now, and may have found something else without a change to the
  // swap.
  if (!row.is_held) throw stale(swapId, `${holder} does not hold its lock any more`);
  if (basis) assertSame(row as BasisRow, basis, legs);
  if (row.taken_by !== null) throw new LegAttributed(row.taken_by);
  // Some are attributed to this swap already.
  if (row.attributed_legs < legs.length) await attributeLegs(session, swapId, legs);
  await closeSteps(session, swapId, row.open_steps);
  await changeSwap(session, {
    swapId,
    event: { type: state, data: { fundsState, level, legs, reason } },
    state,
    fundsState,
    ...(reason ? { reason } : {}),
    progress: true,
  });
  if (request.broken) await recordBrokenPromise(session, swapId, request.broken);
  return { kind: 'settled' };
}

/**
 * The worker may have been paused since it judged: other swaps may have ended, or the router may
 * have reported other transactions.
 */
function assertSame(
  row: BasisRow,
  basis: NonNullable<Settlement['basis']>,
  legs: Settlement['legs'],
): void {
  // A log that was not read may contain the payment of a competing swap.
  if (row.unread_log !== null) {
    const message = `the journal was rolled back; transfers are attributed after the signing log of ${row.unread_log} is read`;
    throw new FerrymanError('JOURNAL_WENT_BACK', message, { next: 'retry' });
  }
  const finding = judge(basis, ownersFromRow(row));
  if (!isSame(finding, legs)) throw new FindingChanged(finding);
}

function isSame(finding: SettlementFinding, legs: Settlement['legs']): boolean {
  return (
    (finding.kind === 'found' || finding.kind === 'paid_in_other_token') &&
    isDeepStrictEqual([...finding.legs], [...legs])
  );
}

const legColumns =
  'rank int, chain text, tx_id text, index int, token text, amount numeric, role text, level text, promised boolean';

function legRows(legs: Settlement['legs']): string {
  return encodeJson(
    legs.map(({ txId, promised = false, ...leg }, rank) => ({
      ...leg,
      rank,
      tx_id: txId,
      promised,
    })),
  );
}

/** SQL: the first other swap that has one of the legs. The legs' transactions are locked. */
const takenBy = `(
  select leg.swap_id from given cross join lateral (${selectLegsOf('given')}) leg
  where leg.swap_id <> $1 and (leg.index = given.index or given.promised or ${takesAll('leg')})
  order by given.rank limit 1)`;

/** `landed_order`: for payments signed here, the proof has recorded which order landed. */
const writeExpressions = `
  given as (select * from json_to_recordset($4::json) as given(${legColumns})),
  held as (select exists (
    select from timers where swap_id = $1 and locked_by = $2 and locked_until > clock_timestamp()) as is_held),
  leg as (
    insert into legs (swap_id, chain, tx_id, index, token, amount, role, level)
    select $1::uuid, chain, tx_id, index, token, amount, role, level from given, held where is_held order by rank
    on conflict do nothing returning swap_id
  ), settled as (
    update swaps s set settlement_level = $3, landed_order = coalesce(s.landed_order, (
      select o.id from orders o where o.swap_id = s.id and o.open and s.job->>'flow' = 'deposit-by-hand'))
    where s.id = $1
  ), ${closeOrderExpressions}`;

const columns = `is_held, ${takenBy} as taken_by, (select count(*)::int from leg) as attributed_legs,
  ${jsonRows(selectOpenSteps)} as open_steps`;

function writeText(basis: Settlement['basis']): string {
  if (!basis) return `with ${writeExpressions} select ${columns} from held`;
  return `with ${writeExpressions}
    select ${columns}, (
      select host from signing_logs, journal_instance where ${isUnread} limit 1) as unread_log,
      ${ownerColumns(basis.rule, '$1', ['$5', '$6', '$7'])}
    from held`;
}
