import type { SwapId } from '../../core/swap/ids.ts';
import type { ObservationRecord } from '../../ports/stores/observation-store.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { inclusionChangeExpressions, inclusionChangeParameters } from './inclusion-change.ts';
import { coinRows, nonceDiffers, spendDiffers } from './store-final.ts';

/** What an observation has found if it is not quiet. */
export interface FoundChanges {
  has_changes: boolean;
  /** A proven lease of the chain is due for a comparison, or is in doubt. */
  may_doubt: boolean;
  /** Swaps that have changes. */
  swaps: SwapId[];
}

/**
 * Stores an observation without changes of any attempt or lease: heads, and what it shows at the
 * final block. Most observations are like this and cost only this statement. It writes nothing if
 * another observation was recorded since this one began, or if all values are unchanged. If it
 * finds changes, it returns them and writes nothing.
 */
export async function storeQuiet(
  session: SqlSession,
  record: ObservationRecord,
): Promise<FoundChanges | undefined> {
  const [queried, spent] = coinRows(record.observation);
  const found = onlyRow(
    await session.query<FoundChanges>(
      `with ${inclusionChangeExpressions}, unquiet as (
         select exists (select from changes) as has_changes,
           exists (select from leases where chain = $2 and check_at <= now())
             or exists (select from leases where chain = $2 and doubt is not null) as may_doubt
       ), nonces as (
         select believed.wallet_id, believed.nonce from believed
         join wallet_chain wc on wc.chain = $2 and ${nonceDiffers('$8')}
       ), head as (
         insert into chain_heads as stored (chain, latest, final, expired_up_to, observations)
         select $2, $7, $8, $5::bigint, 1 from unquiet
         where not has_changes and not may_doubt and (
           exists (select from nonces)
           or exists (select from outpoints where chain = $2 and ${spendDiffers('$9', '$10')})
           or not exists (
             select from chain_heads where chain = $2 and (latest, final) = ($7::bigint, $8::bigint)
               and expired_up_to is not distinct from coalesce($5::bigint, expired_up_to)))
         on conflict (chain) do update
         set latest = excluded.latest, final = excluded.final, observations = stored.observations + 1, observed_at = now(),
           expired_up_to = coalesce(excluded.expired_up_to, stored.expired_up_to)
         where stored.observations = $11
         returning chain
       ), stored_nonces as (
         update wallet_chain wc set final_nonce = nonces.nonce, final_nonce_block = $8::bigint, final_nonce_hash = $12
         from nonces where exists (select from head) and wc.wallet_id = nonces.wallet_id and wc.chain = $2
       ), stored_spends as (
         update outpoints set spent_at_final = outpoint = any($10::text[])
         where exists (select from head) and chain = $2 and ${spendDiffers('$9', '$10')}
       )
       select has_changes, may_doubt, array(
         select distinct st.swap_id::text from changes
         join lease_steps ls on ls.lease_id = changes.lease_id join steps st on st.id = ls.step_id
         where st.swap_id is not null) as swaps
       from unquiet`,
      [
        ...inclusionChangeParameters(record),
        queried,
        spent,
        record.since,
        record.observation.finalHash ?? null,
      ],
    ),
  );
  return found.has_changes || found.may_doubt ? found : undefined;
}
