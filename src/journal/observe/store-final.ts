import type { ObservationRecord } from '../../ports/stores/observation-store.ts';

/*
 * Stores what an observation shows at the final block, by which each lease is over or not.
 *
 * Answers can be revoked: a wrong endpoint must not stop sends and proofs for good. A lease that is
 * open by them is sent, bumped and cancelled as before, and none is dead by them: that needs a
 * proof.
 */

/**
 * SQL: rows of `wallet_chain wc` that a row of `believed` changes.
 * @param final SQL expression of the final block
 */
export const nonceDiffers = (final: string): string =>
  `wc.wallet_id = believed.wallet_id and (wc.final_nonce, wc.final_nonce_block) is distinct from (believed.nonce, ${final}::bigint)`;

/**
 * SQL: rows of `outpoints` that an answer about the `queried` coins changes; `spent` are the spent
 * ones.
 */
export const spendDiffers = (queried: string, spent: string): string =>
  `live and outpoint = any(${queried}::text[]) and spent_at_final <> (outpoint = any(${spent}::text[]))`;

/**
 * SQL: CTEs that store it, for a statement with `inclusionChangeExpressions` and their parameters.
 * The chain's head is stored and locked.
 * @param queried, spent, hash SQL expressions of `coinRows` and of the final block's hash
 */
export function finalExpressions({
  queried,
  spent,
  hash,
}: Record<'queried' | 'spent' | 'hash', string>): string {
  return `
    expired as (
      update chain_heads set expired_up_to = $5 where chain = $2 and expired_up_to is distinct from $5 and $5::bigint is not null
    ), spends as (
      update outpoints set spent_at_final = outpoint = any(${spent}::text[]) where chain = $2 and ${spendDiffers(queried, spent)}
    ), final_nonces as (
      update wallet_chain wc set final_nonce = believed.nonce, final_nonce_block = $8::bigint, final_nonce_hash = ${hash}
      from believed where wc.chain = $2 and ${nonceDiffers('$8')}
    )`;
}

/** The queried coins, and those of them that are spent. */
export function coinRows({
  finalSpends,
}: ObservationRecord['observation']): [queried: string[], spent: string[]] {
  const queried = Array.from(finalSpends ?? [], ([outpoint]) => outpoint);
  return [queried, queried.filter((outpoint) => finalSpends?.get(outpoint))];
}
