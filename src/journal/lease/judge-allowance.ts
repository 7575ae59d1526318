import type { LeaseRefusal } from '../../core/decide/lease-refusal.ts';
import type { LeaseRequest } from '../../ports/stores/signing-records.ts';
import { stale } from '../writes/lock-swap.ts';
import type { NeededAllowance, SetAllowance } from './read-lease.ts';
import { type Refused, refused } from './refused.ts';
import type { ForeignUse } from './select-foreign-use.ts';

/** Refuses a payment where its allowance is not confirmed for it and for those signed before it. */
export function judgeNeed(
  { amount }: NonNullable<LeaseRequest['need']>,
  allowance: NeededAllowance | null,
): LeaseRefusal | undefined {
  if (allowance?.isApproving) return { kind: 'approve_in_flight' };
  if (!allowance || allowance.confirmed === null) return { kind: 'allowance_short' };
  return BigInt(allowance.confirmed) - BigInt(allowance.signed) < amount ? { kind: 'allowance_short' } : undefined;
}

/** To what an allowance is set. */
export type Setting = Refused | { value: bigint };

/**
 * An approve is for the sum of open needs, of whatever swap. It waits for payments that have not used theirs yet where nothing keeps it behind
 * them, as the nonce does on EVM: they would find too little, or leave the next ones too little. Nothing more is approved of a token once a
 * spender has taken what no payment of ours gave: the wallet is frozen.
 */
export function judgeSetting(request: LeaseRequest, allowance: SetAllowance): Setting {
  const { isApproving, isInUse, foreign } = allowance;
  if (isApproving) return refused({ kind: 'approve_in_flight' });
  if (request.chainNonce === undefined && isInUse) return refused({ kind: 'allowance_in_use' });
  if (request.kind === 'revoke') return { value: 0n };
  if (foreign && (!foreign.proven || foreign.standing === null)) return refused({ kind: 'approve_in_flight' });
  if (foreign) {
    const message = explainForeignUse(request, foreign);
    return { ...refused({ kind: 'foreign_use', message }), freeze: message };
  }
  const value = BigInt(allowance.value);
  if (value === 0n) throw stale(request.swapId, 'nothing needs this allowance any more');
  return { value };
}

function explainForeignUse({ chain, sets }: LeaseRequest, { spender, given, used, standing }: ForeignUse): string {
  return `of the ${given} base units of ${sets?.token} on ${chain} that ${spender} was allowed, payments of Ferryman used ${used} at most, and ${standing} are left: someone else used the rest, or took the allowance back`;
}
