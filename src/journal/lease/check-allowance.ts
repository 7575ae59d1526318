import type { StepId } from '../../core/ids.ts';
import type { LeaseRefusal } from '../../core/lease-refusal.ts';
import type { LeaseRequest } from '../../ports/signing-records.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { freezeWallet } from '../writes/freeze-wallet.ts';
import { stale } from '../writes/lock-swap.ts';
import { findForeignUse } from './find-foreign-use.ts';

/** Locks the allowance that a payment needs, and refuses where it is not confirmed for the payment and those signed before it. */
export async function checkNeed(
  session: SqlSession,
  { walletId, chain }: LeaseRequest,
  need: NonNullable<LeaseRequest['need']>,
): Promise<LeaseRefusal | undefined> {
  const [allowance] = await session.query<{
    confirmed: bigint | null;
    confirmed_block: bigint | null;
    approve_step: StepId | null;
  }>(
    `select confirmed, confirmed_block, approve_step from allowances
     where wallet_id = $1 and chain = $2 and token = $3 and spender = $4 for no key update`,
    [walletId, chain, need.token, need.spender],
  );
  if (allowance?.approve_step) return { kind: 'approve_in_flight' };
  if (!allowance || allowance.confirmed === null) return { kind: 'allowance_short' };
  const { signed } = onlyRow(
    await session.query<{ signed: bigint }>(
      `select coalesce(sum(amount), 0) as signed from allowance_needs
       where wallet_id = $1 and chain = $2 and token = $3 and spender = $4 and state = 'signed'
         and (included_block is null or included_block > $5)`,
      [walletId, chain, need.token, need.spender, allowance.confirmed_block],
    ),
  );
  return allowance.confirmed - signed < need.amount ? { kind: 'allowance_short' } : undefined;
}

/**
 * Locks the allowance that an approve or revoke sets. An approve is for the sum of open needs, of whatever swap. It waits for payments that
 * have not used theirs yet where nothing keeps it behind them, as the nonce does on EVM: they would find too little, or leave the next ones too little.
 * Nothing more is approved of a token once a spender has taken what no payment of ours gave: the wallet is frozen.
 */
export async function chooseAllowance(
  session: SqlSession,
  request: LeaseRequest,
  sets: NonNullable<LeaseRequest['sets']>,
): Promise<{ value: bigint } | { refusal: LeaseRefusal }> {
  const key = [request.walletId, request.chain, sets.token, sets.spender];
  const { approve_step: approving } = onlyRow(
    await session.query<{ approve_step: StepId | null }>(
      `insert into allowances as a (wallet_id, chain, token, spender) values ($1, $2, $3, $4)
       on conflict (chain, wallet_id, token, spender) do update set token = a.token
       returning approve_step`,
      key,
    ),
  );
  if (approving) return { refusal: { kind: 'approve_in_flight' } };
  if (request.chainNonce === undefined && (await isInUse(session, key)))
    return { refusal: { kind: 'allowance_in_use' } };
  if (request.kind === 'revoke') return { value: 0n };
  const foreign = await findForeignUse(session, { walletId: request.walletId, chain: request.chain, ...sets });
  if (foreign && (!foreign.proven || foreign.standing === null)) return { refusal: { kind: 'approve_in_flight' } };
  if (foreign) {
    const { spender, given, used, standing } = foreign;
    const message = `of the ${given} base units of ${sets.token} on ${request.chain} that ${spender} was allowed, payments of Ferryman used ${used} at most, and ${standing} are left: someone else used the rest, or took the allowance back`;
    await freezeWallet(session, request.walletId, message);
    return { refusal: { kind: 'foreign_use', message } };
  }
  const { value } = onlyRow(
    await session.query<{ value: bigint }>(
      `select coalesce(sum(amount), 0) as value from allowance_needs
       where wallet_id = $1 and chain = $2 and token = $3 and spender = $4 and state = 'open'`,
      key,
    ),
  );
  if (value === 0n) throw stale(request.swapId, 'nothing needs this allowance any more');
  return { value };
}

/** Whether a payment that counts on the allowance is signed and not included. */
async function isInUse(session: SqlSession, key: readonly string[]): Promise<boolean> {
  const using = await session.query(
    `select order_id from allowance_needs
     where wallet_id = $1 and chain = $2 and token = $3 and spender = $4 and state = 'signed' and included_block is null
     limit 1`,
    [...key],
  );
  return using.length > 0;
}
