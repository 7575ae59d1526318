import { isCrossChain } from '../../core/swap/job.ts';
import type { RuleRequest } from '../rule.ts';
import { type AccountValue, aliasOf, names, partyOf, receiverOf } from './account-value.ts';
import type { CallLeg } from './decode-call.ts';

/** A call of the contract `target`. */
export interface CallContext {
  request: RuleRequest;
  target: string;
}

/** To whom the job's calls may pay. `contract`: the called one keeps it for a later call. */
export type Payee = 'receiver' | 'wallet' | 'contract' | 'other';

/** Whom a call pays. */
export function payeeOf(leg: CallLeg, context: CallContext): Payee {
  const { receiver } = leg;
  if (receiver === undefined) return 'other';
  const candidates: readonly Payee[] = ['receiver', 'wallet', 'contract'];
  return candidates.find((payee) => isPayee(receiver, payee, { leg, ...context })) ?? 'other';
}

/** Whether an account of a call is this one, by its address or by an alias of the contract. */
export function isPayee(
  account: AccountValue,
  payee: Payee,
  { leg, request, target }: CallContext & { leg: CallLeg },
): boolean {
  const { chain, job, lease } = request;
  const alias = aliasOf(account, leg.conventions);
  const wallet = partyOf(chain.family, lease.account);
  switch (payee) {
    case 'receiver':
      return alias === undefined
        ? names(account, receiverOf(job))
        : alias === 'sender' && !isCrossChain(job) && receiverOf(job).isText(lease.account);
    case 'wallet':
      return alias === undefined ? names(account, wallet) : alias === 'sender';
    case 'contract':
      return alias === undefined
        ? names(account, partyOf(chain.family, target))
        : alias === 'contract';
    case 'other':
      return false;
  }
}
