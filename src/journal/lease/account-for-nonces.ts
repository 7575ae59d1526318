interface AccountExpressions {
  walletId: string;
  chain: string;
  account: string;
  /** A bigint. */
  chainNonce: string;
}

/**
 * SQL: the lowest nonce that an external transaction used, or null: used on the chain, not below
 * the first leased nonce, and without a signed lease (void, or never leased). Nonces of lost
 * attempts count as ours; the signing log proves them. The parameters are SQL expressions.
 */
export function selectExternalNonce({
  walletId,
  chain,
  account,
  chainNonce,
}: AccountExpressions): string {
  return `
    with account as (
      select coalesce((
        select accounted_nonce from wallet_chain where wallet_id = ${walletId} and chain = ${chain}
      ), ${chainNonce}) as accounted
    ), own as (
      select l.nonce from leases l, account
      where l.wallet_id = ${walletId} and l.chain = ${chain} and l.state in ('signed', 'consumed', 'dead')
        and l.nonce >= account.accounted and l.nonce < ${chainNonce}
      union
      select lost.nonce from lost_attempts lost, account
      where lost.chain = ${chain} and lower(lost.account) = lower(${account})
        and lost.nonce >= account.accounted and lost.nonce < ${chainNonce}
    )
    select min(candidate.nonce) as foreign
    from (select accounted as nonce from account union all select nonce + 1 from own) candidate
    where candidate.nonce < ${chainNonce} and not exists (select from own where own.nonce = candidate.nonce)`;
}

export function explainExternalNonce(
  { chain, account, chainNonce }: { chain: string; account: string; chainNonce: bigint },
  external: bigint,
): string {
  return `on ${chain} the next nonce of ${account} is ${chainNonce}, but the journal has no transaction with nonce ${external}: another program uses the key`;
}
