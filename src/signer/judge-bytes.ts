import { assertNever } from '../core/assert-never.ts';
import type { Policy } from '../core/decide/policy.ts';
import { targetsOf } from '../core/swap/transaction-object.ts';
import type { ChainAdapter, SimulateRequest } from '../ports/chain-adapter.ts';
import type { Clocks } from '../ports/clock.ts';
import { type Guard, type Intent, paidOrder } from '../ports/guard.ts';
import type { PartToSign, SigningFacts } from '../ports/signer.ts';
import {
  type AdmissionContext,
  type AdmittedVerdict,
  type FindAdmitted,
  judgeAdmitted,
} from './judge-admitted.ts';
import { type ApprovalSource, approvedBy, readStanding, type Standing } from './read-standing.ts';
import type { VoteContext } from './verify-votes.ts';

export interface JudgingContext extends AdmissionContext, VoteContext, Clocks {
  guard: Guard;
  policy: Policy;
}

/** Where it stands written what persons have let pass. */
export interface Admissions extends ApprovalSource {
  items: FindAdmitted;
}

/**
 * The guard's verdict of exact bytes, with what persons have admitted. The seal of the job is verified
 * here, and so are the votes on its payment. Throws `JOB_KEY_UNKNOWN`.
 */
export async function judgeBytes(
  context: JudgingContext,
  { chain }: Pick<ChainAdapter, 'chain'>,
  part: Omit<PartToSign, 'facts' | 'transaction' | 'admitted'>,
  { simulation, prices }: SigningFacts,
  admissions: Admissions,
): Promise<AdmittedVerdict & Pick<Standing, 'votes'>> {
  const { swap, lease, intent, unsigned, feeSpent, enlargement, repeats } = part;
  const standing: Standing = paidOrder(intent)
    ? await readStanding(context, swap, admissions)
    : { votes: [] };
  const request = {
    intent,
    chain,
    job: swap.job,
    authenticity: await context.jobSeals.verify(swap),
    lease,
    unsigned,
    simulation,
    policy: context.policy,
    ...(prices ? { prices } : {}),
    ...(standing.standing ? { standing: standing.standing } : {}),
    ...(repeats ? { repeats } : {}),
    ...(enlargement ? { enlargement } : {}),
    feeSpent,
  };
  const judged = await judgeAdmitted(
    context,
    swap.id,
    (admitted) => context.guard.judge(admitted ? { ...request, admitted } : request),
    admissions.items,
  );
  const { votes } = standing;
  return { ...judged, votes, admittedBy: [...judged.admittedBy, ...approvedBy(standing)] };
}

/** What the guard needs to see of a transaction. */
export function simulationOf({
  swap: { job },
  intent,
  transaction,
  unsigned,
}: Pick<PartToSign, 'intent' | 'transaction' | 'unsigned'> & {
  swap: Pick<PartToSign['swap'], 'job'>;
}): SimulateRequest {
  const { chain } = unsigned;
  const assets = [job.from, job.to].filter((asset) => asset.chain === chain);
  return {
    unsigned,
    accounts: [...(job.to.chain === chain ? [job.receiver] : []), ...depositOf(intent)],
    tokens: assets.map(({ token }) => token),
    inspect: [...targetsOf(transaction), ...spenderOf(intent), ...depositOf(intent)],
  };
}

/** The deposit target: the guard inspects it and the amount that it receives. */
function depositOf(intent: Intent): string[] {
  return intent.kind === 'deposit' && intent.order.deposit ? [intent.order.deposit.address] : [];
}

function spenderOf(intent: Intent): string[] {
  switch (intent.kind) {
    case 'approve':
    case 'revoke':
      return [intent.spender];
    case 'swap':
      return intent.order.spender === undefined ? [] : [intent.order.spender];
    case 'deposit':
    case 'cancel':
    case 'boost':
    case 'refund':
    case 'claim':
      return [];
    default:
      return assertNever(intent, 'intent');
  }
}
