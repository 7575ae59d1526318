import { encodeJson } from '../json.ts';

export function nonceRows(nonces: ReadonlyMap<string, bigint>): string {
  return encodeJson(Array.from(nonces, ([account, nonce]) => ({ account, nonce })));
}

/**
 * SQL: the final nonces that replace the stored ones: those of an equal or later final block; of
 * two answers for one block the lower one counts. Answers of an older block are outdated, unless
 * the stored block is above the chain's latest one: then an endpoint reported a false block.
 */
export function newFinalNonces(rows: string, chain: string, final: string, latest: string): string {
  return `
    select distinct wc.wallet_id, coalesce(wc.final_nonce, 0) as before,
      case when wc.final_nonce_block = ${final}::bigint then least(wc.final_nonce, read.nonce) else read.nonce end as nonce
    from jsonb_to_recordset(${rows}::jsonb) as read(account text, nonce bigint)
    join leases l on l.chain = ${chain} and l.state = 'signed' and l.account = read.account
    join wallet_chain wc on wc.wallet_id = l.wallet_id and wc.chain = l.chain
    where wc.final_nonce_block is null or wc.final_nonce_block <= ${final}::bigint or wc.final_nonce_block > ${latest}::bigint`;
}
