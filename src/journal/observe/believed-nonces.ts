import { encodeJson } from '../json.ts';

export function nonceRows(nonces: ReadonlyMap<string, bigint>): string {
  return encodeJson(Array.from(nonces, ([account, nonce]) => ({ account, nonce })));
}

/**
 * Selects the final nonces that replace the stored ones: those of an equal or a later final block,
 * of which the lower one counts where two answers are of one block. What an older block shows is
 * old changes, unless the stored block is above all that the chain has: an endpoint made that up.
 * @param rows, chain, final, latest SQL expressions: `nonceRows`, and the head that came with them
 */
export function believedNonces(rows: string, chain: string, final: string, latest: string): string {
  return `
    select distinct wc.wallet_id, coalesce(wc.final_nonce, 0) as before,
      case when wc.final_nonce_block = ${final}::bigint then least(wc.final_nonce, read.nonce) else read.nonce end as nonce
    from jsonb_to_recordset(${rows}::jsonb) as read(account text, nonce bigint)
    join leases l on l.chain = ${chain} and l.state = 'signed' and l.account = read.account
    join wallet_chain wc on wc.wallet_id = l.wallet_id and wc.chain = l.chain
    where wc.final_nonce_block is null or wc.final_nonce_block <= ${final}::bigint or wc.final_nonce_block > ${latest}::bigint`;
}
