import type { ObservationRecord } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';
import { believedNonces, nonceRows } from './believed-nonces.ts';

/*
 * What an observation shows of the final block, so that it is known of every lease whether it is over there.
 *
 * Answers are taken back as well: that an endpoint was wrong once keeps nobody from sending and proving as before. Every lease that stays open
 * by it is sent, made dearer and cancelled as before, and none is dead by it: that takes a proof.
 */

/** SQL: rows of `wallet_chain wc` that a row of `believed` changes. @param final SQL expression of the final block */
export const nonceDiffers = (final: string): string =>
  `wc.wallet_id = believed.wallet_id and (wc.final_nonce, wc.final_nonce_block) is distinct from (believed.nonce, ${final}::bigint)`;

/** SQL: rows of `outpoints` that an answer about `asked` coins changes, of which `spent` are spent. */
export const spendDiffers = (asked: string, spent: string): string =>
  `live and outpoint = any(${asked}::text[]) and spent_at_final <> (outpoint = any(${spent}::text[]))`;

/** In one statement; its chain's head is stored and locked. */
export async function storeFinal(session: SqlSession, { chain, observation }: ObservationRecord): Promise<void> {
  const { head, finalNonces, finalHash, expiredUpTo } = observation;
  await session.query(
    `with expired as (
       update chain_heads set expired_up_to = $2 where chain = $1 and expired_up_to is distinct from $2 and $2::bigint is not null
     ), spends as (
       update outpoints set spent_at_final = outpoint = any($4::text[]) where chain = $1 and ${spendDiffers('$3', '$4')}
     )
     update wallet_chain wc set final_nonce = believed.nonce, final_nonce_block = $6::bigint, final_nonce_hash = $8
     from (${believedNonces('$5', '$1', '$6', '$7')}) believed
     where wc.chain = $1 and ${nonceDiffers('$6')}`,
    [
      chain,
      expiredUpTo ?? null,
      ...coinRows(observation),
      nonceRows(finalNonces),
      head.final,
      head.latest,
      finalHash ?? null,
    ],
  );
}

/** The coins that were asked about, and those of them that are spent. */
export function coinRows({ finalSpends }: ObservationRecord['observation']): [asked: string[], spent: string[]] {
  const asked = Array.from(finalSpends ?? [], ([outpoint]) => outpoint);
  return [asked, asked.filter((outpoint) => finalSpends?.get(outpoint))];
}
