import type { OpenChain, OpenChainsQuery } from '../../ports/stores/open-chains.ts';
import { encodeJson } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { dueTargets } from './deposit-targets.ts';
import { isObserved } from './open-attempts.ts';

/** Each `exists` stops at the first lease or order that it finds. */
export async function openChains(
  session: SqlSession,
  { chains, pace, deposits }: OpenChainsQuery,
): Promise<OpenChain[]> {
  return await session.query<OpenChain>(
    `select * from (
       select asked.chain,
         exists (select from leases l where l.chain = asked.chain and ${isObserved('l')}) as attempts,
         case when $3 then exists (select ${dueTargets('asked.chain', '$2', 'asked.slowest')}) else false end as deposits
       from jsonb_to_recordset($1::jsonb) as asked(chain text, slowest float8)
     ) found where attempts or deposits`,
    [encodeJson(chains), pace, deposits],
  );
}
