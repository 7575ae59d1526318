import type { Job } from '../../core/swap/job.ts';
import type { ApprovalStanding } from '../../ports/guard.ts';
import { isReceiver } from '../at-destination.ts';
import { admittedOn, type GuardPolicy } from '../policy/guard-policy.ts';

/** Whether a payment goes to whom neither the policy names nor a settled swap has paid. */
export function isNewReceiver(
  job: Job,
  policy: Pick<GuardPolicy, 'chains'>,
  { paidBefore }: Pick<ApprovalStanding, 'paidBefore'>,
): boolean {
  return !paidBefore && !isKnownReceiver(job, policy);
}

/** Without a look at what was paid before. `any` names nobody. */
export function isKnownReceiver(job: Job, policy: Pick<GuardPolicy, 'chains'>): boolean {
  const { receivers } = admittedOn(policy, job.to.chain);
  const named = receivers === 'any' ? [] : receivers;
  return [job.wallet.address, ...named].some((one) => isReceiver(job, one));
}
