import type { AdmissionItem } from '../../core/approvals/admission-item.ts';
import type { AdmissionSeal } from '../../core/approvals/admission-seal.ts';
import type { AdmissionScope } from '../../core/approvals/approval.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { AdmittedItem } from '../../ports/stores/approval-store.ts';
import { storableText } from '../json.ts';
import { admitsNow } from '../rows/approval-row.ts';
import type { SqlSession } from '../sql-client.ts';

const columns = `select distinct on (a.item_key) a.id, a.swap_id, a.item, a.scope, a.until, a.decided_by, a.seal
  from approvals a`;

interface Row {
  id: string;
  swap_id: SwapId;
  item: AdmissionItem;
  scope: AdmissionScope;
  until: number | null;
  decided_by: string;
  seal: AdmissionSeal | null;
}

/**
 * Four eyes count for every swap: an admission is none for a swap that its decider asked for. What
 * a person has rejected for a swap, no other admission admits for it.
 */
const forSwap = `${columns}
  where a.item_key = any($2::text[]) and ${admitsNow}
    and (a.scope <> 'once' or a.swap_id = $1)
    and not a.decider = any(requesters_of($1))
    and not exists (select from approvals own where own.swap_id = $1 and own.item_key = a.item_key and own.state = 'rejected')
  order by a.item_key, a.position desc`;

const standing = `${columns}
  where a.item_key = any($2::text[]) and ${admitsNow} and a.scope <> 'once'
    and not a.decider = any(select principal_of(name) from unnest($1::text[]) name)
  order by a.item_key, a.position desc`;

export async function admittedItems(
  session: SqlSession,
  id: SwapId,
  keys: readonly string[],
): Promise<AdmittedItem[]> {
  return (await session.query<Row>(forSwap, [id, keys.map(storableText)])).map(fromRow);
}

export async function standingItems(
  session: SqlSession,
  requesters: readonly string[],
  keys: readonly string[],
): Promise<AdmittedItem[]> {
  return (await session.query<Row>(standing, [requesters, keys.map(storableText)])).map(fromRow);
}

function fromRow({ id, swap_id, item, scope, until, decided_by, seal }: Row): AdmittedItem {
  return {
    ...{ approvalId: id, swapId: swap_id, item, scope, by: decided_by },
    ...(until === null ? {} : { until }),
    ...(seal === null ? {} : { seal }),
  };
}
