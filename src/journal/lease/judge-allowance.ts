import { describeAmount } from '../../core/amounts/amounts.ts';
import { type AllowanceSetting, judgeNeed, judgeSetting } from '../../core/decide/allowance.ts';
import type { LeaseRefusal } from '../../core/decide/lease-refusal.ts';
import type { LeaseRequest } from '../../ports/stores/signing-records.ts';
import { stale } from '../writes/lock-swap.ts';
import type { NeededAllowance, SetAllowance } from './read-lease.ts';
import type { ExternalUse } from './select-external-use.ts';

/**
 * Applies the allowance rule (`src/core/decide/allowance.ts`) to a payment and the journal's rows.
 */
export function judgeNeedRow(
  { amount }: NonNullable<LeaseRequest['need']>,
  row: NeededAllowance | null,
): LeaseRefusal | undefined {
  if (!row) return judgeNeed(amount, undefined);
  const { isApproving, confirmed, signed } = row;
  return judgeNeed(amount, {
    isApproving,
    signedNeeds: BigInt(signed),
    ...(confirmed === null ? {} : { confirmed: BigInt(confirmed) }),
  });
}

/** The value to which an allowance is set, or why it is not. */
export type Setting = Exclude<AllowanceSetting, { kind: 'not_needed' }>;

/** Applies the allowance rule to an approve or a revoke and the journal's rows. */
export function judgeSettingRow(
  request: LeaseRequest,
  { isApproving, isInUse, openNeeds, externalUse }: SetAllowance,
): Setting {
  const setting = judgeSetting(request.kind === 'revoke' ? 'revoke' : 'approve', {
    isApproving,
    isInUse,
    keepsOrder: request.chainNonce !== undefined,
    openNeeds: BigInt(openNeeds),
    ...(externalUse ? { externalUse: externalUseOf(request, externalUse) } : {}),
  });
  if (setting.kind === 'not_needed')
    throw stale(request.swapId, 'no order needs this allowance any more');
  return setting;
}

function externalUseOf(request: LeaseRequest, use: ExternalUse) {
  return {
    isCertain: use.proven && use.standing !== null,
    message: explainExternalUse(request, use),
  };
}

function explainExternalUse(
  { chain, sets }: LeaseRequest,
  { spender, given, used, standing }: ExternalUse,
): string {
  const show = (amount: string): string => (sets ? describeAmount(BigInt(amount), sets) : amount);
  const left = standing === null ? 'it is not known what is left' : `${show(standing)} are left`;
  return `${spender} was allowed ${show(given)} (token ${sets?.token}) on ${chain}. Ferryman's payments used ${show(used)} at most, but ${left}: another program used the rest, or lowered the allowance`;
}
