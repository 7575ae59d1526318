import { describeAmount } from '../../core/amounts/amounts.ts';
import { isNativeToken } from '../../core/swap/chains.ts';
import type { GuardRequest } from '../../ports/guard.ts';
import type { Effects } from '../effects.ts';
import { aboutFee, findingsOf, type Rule, type RuleFinding, reject } from '../rule.ts';

/**
 * E06. The native coins sent are at least the amount (if the source is the native coin), and at
 * most as much plus the fees that the order declares. The declared fees are bounded, since an order
 * may declare any. A refund or claim sends no coins: it could pay for itself out of them.
 */
export const value: Rule = {
  id: 'E06',
  check: (effects, request) => [
    ...valueFindings(effects, request),
    ...shortfallFindings(effects, request),
  ],
};

/** A call that brings fewer coins than the job gives sells something else than the job. */
export function shortfallFindings(
  { value: sent }: Pick<Effects, 'value'>,
  { intent, chain, job }: GuardRequest,
): RuleFinding[] {
  const given = isNativeToken(chain, job.from.token) ? job.amount : 0n;
  return findingsOf(
    intent.kind === 'swap' &&
      sent < given &&
      reject('the transaction sends fewer native coins than the job gives', { value: sent, given }),
  );
}

export function valueFindings(
  effects: Effects,
  { intent, chain, job }: GuardRequest,
): RuleFinding[] {
  if (intent.kind !== 'swap') {
    return findingsOf(
      effects.value !== 0n &&
        reject('the transaction sends native coins', { value: effects.value }),
    );
  }
  const { declaredFee } = intent.order;
  const most = (isNativeToken(chain, job.from.token) ? job.amount : 0n) + declaredFee;
  return findingsOf(
    effects.value > most &&
      reject('the transaction sends more native coins than the job and the declared fee', {
        value: effects.value,
        most,
      }),
    declaredFee > chain.maxDeclaredFee &&
      reject('the declared fee is above the chain’s cap', {
        declaredFee,
        most: chain.maxDeclaredFee,
      }),
    job.maxFee !== undefined &&
      declaredFee > job.maxFee &&
      aboutFee(
        reject(
          `the order declares a fee of ${describeAmount(declaredFee, chain.nativeToken)}, above the job’s maximum of ${describeAmount(job.maxFee, chain.nativeToken)}`,
          { declaredFee, most: job.maxFee },
        ),
      ),
  );
}
