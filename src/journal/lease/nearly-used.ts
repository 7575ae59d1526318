import { budgetNameOf } from '../../core/caps/budgets.ts';
import { type CapBound, capSubjects, type LeaseCaps, windowMs } from '../../core/caps/cap.ts';
import { showCapAmount } from '../../core/caps/show-cap-amount.ts';
import type { NoticeDraft } from '../../ports/stores/feed-store.ts';
import { encodeJson } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { transactionNumber } from '../writes/change-statement.ts';

/** A cap that is used by so many percent is nearly used. */
const nearly = 80n;

export interface NearlyUsed {
  notice: Extract<NoticeDraft, { type: 'budget_nearly_used' }>;
  /** Milliseconds in which it is not raised again: by then all that counts is new. */
  lasts: number;
}

/**
 * The bounds that this payment and those before it use by four fifths.
 * @param used of each bound, before this payment
 */
export function findNearlyUsed(
  caps: LeaseCaps | undefined,
  used: readonly string[] = [],
): NearlyUsed[] {
  return (caps?.bounds ?? []).flatMap((bound, index) => {
    const total = BigInt(used[index] ?? '0') + bound.value;
    if (bound.limit === 0n || total * 100n < bound.limit * nearly) return [];
    return [nearlyUsed(bound, total, caps?.use.decimals ?? 0)];
  });
}

function nearlyUsed(bound: CapBound, total: bigint, decimals: number): NearlyUsed {
  const { window, wallet, unit, limit } = bound;
  const of = capSubjects.flatMap((one) =>
    one === 'rule' || bound[one] === undefined ? [] : `${one} ${bound[one]}`,
  );
  return {
    notice: {
      type: 'budget_nearly_used',
      ...(wallet === undefined ? {} : { wallet }),
      data: {
        ...budgetNameOf(bound),
        ...(of.length === 0 ? {} : { of: of.join(', ') }),
        window,
        used: showCapAmount(total, unit, decimals),
        limit: showCapAmount(limit, unit, decimals),
        usedPercent: Number((total * 100n) / limit),
      },
    },
    lasts: windowMs[window === 'unsettled' ? 'day' : window],
  };
}

/** What tells one notice from a later one of the same cap. */
const changing = `'{used,usedPercent}'::text[]`;

/**
 * In the transaction that leases, and under its lock of caps: of many payments that use a cap up, one
 * raises the notice. Costs a statement, where a cap is nearly used.
 */
export async function raiseNearlyUsed(
  session: SqlSession,
  found: readonly NearlyUsed[],
): Promise<void> {
  if (found.length === 0) return;
  await session.query(
    `insert into notices (transaction_number, type, wallet, data)
     select ${transactionNumber}, 'budget_nearly_used', given.wallet, given.data
     from jsonb_to_recordset($1::jsonb) as given(wallet text, data jsonb, ms float8)
     where not exists (
       select from notices n where n.type = 'budget_nearly_used' and n.data->>'budget' = given.data->>'budget'
         and n.data - ${changing} = given.data - ${changing}
         and n.at > clock_timestamp() - given.ms * interval '1 millisecond')`,
    [encodeJson(found.map(({ notice: { wallet, data }, lasts }) => ({ wallet, data, ms: lasts })))],
  );
}
