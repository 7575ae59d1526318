import type { ObservationRecord } from '../../ports/stores/observation-store.ts';

/*
 * What an observation shows of the final block, so that it is known of every lease whether it is
 * over there.
 *
 * Answers are taken back as well: that an endpoint was wrong once keeps nobody from sending and
 * proving as before. Every lease that stays open by it is sent, made dearer and cancelled as
 * before, and none is dead by it: that takes a proof.
 */

/**
 * SQL: rows of `wallet_chain wc` that a row of `believed` changes. @param final SQL expression of
 * the final block
 */
export const nonceDiffers = (final: string): string =>
  `wc.wallet_id = believed.wallet_id and (wc.final_nonce, wc.final_nonce_block) is distinct from (believed.nonce, ${final}::bigint)`;

/**
 * SQL: rows of `outpoints` that an answer about `asked` coins changes, of which `spent` are spent.
 */
export const spendDiffers = (asked: string, spent: string): string =>
  `live and outpoint = any(${asked}::text[]) and spent_at_final <> (outpoint = any(${spent}::text[]))`;

/**
 * SQL: common table expressions that store it, for a statement with `inclusionChangeExpressions`
 * and their parameters; its chain's head is stored and locked. @param asked, spent, hash SQL
 * expressions of `coinRows` and of the final block's hash
 */
export function finalExpressions({
  asked,
  spent,
  hash,
}: Record<'asked' | 'spent' | 'hash', string>): string {
  return `
    expired as (
      update chain_heads set expired_up_to = $5 where chain = $2 and expired_up_to is distinct from $5 and $5::bigint is not null
    ), spends as (
      update outpoints set spent_at_final = outpoint = any(${spent}::text[]) where chain = $2 and ${spendDiffers(asked, spent)}
    ), final_nonces as (
      update wallet_chain wc set final_nonce = believed.nonce, final_nonce_block = $8::bigint, final_nonce_hash = ${hash}
      from believed where wc.chain = $2 and ${nonceDiffers('$8')}
    )`;
}

/** The coins that were asked about, and those of them that are spent. */
export function coinRows({
  finalSpends,
}: ObservationRecord['observation']): [asked: string[], spent: string[]] {
  const asked = Array.from(finalSpends ?? [], ([outpoint]) => outpoint);
  return [asked, asked.filter((outpoint) => finalSpends?.get(outpoint))];
}
