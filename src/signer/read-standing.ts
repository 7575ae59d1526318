import type { EnvelopeVotes } from '../core/approvals/vote.ts';
import type { Swap } from '../core/swap/swap.ts';
import { type Clocks, calendarNow } from '../ports/clock.ts';
import type { ApprovalStanding, Guard } from '../ports/guard.ts';
import { type VoteContext, verifyVotes } from './verify-votes.ts';

/** Where it stands written what approvers have signed for a swap, and whom others have paid. */
export interface ApprovalSource {
  votes(): Promise<readonly EnvelopeVotes[]>;
  /** Whether a settled swap that was submitted before a moment has paid the receiver of the swap's job. */
  paidBefore(before: number): Promise<boolean>;
}

interface StandingContext extends VoteContext, Clocks {
  guard: Guard;
}

export interface Standing {
  /** For the guard. Absent: its policy has no table of approvals, and nothing is asked. */
  standing?: ApprovalStanding;
  /** As they were read, for a signer that verifies them again. */
  votes: readonly EnvelopeVotes[];
}

/** What the table of approvals is applied by (G15). */
export async function readStanding(
  { guard, clock, calendar, ...context }: StandingContext,
  { id: swapId, job, seal }: Pick<Swap, 'id' | 'job' | 'seal'>,
  source: ApprovalSource,
): Promise<Standing> {
  const { approvals } = guard;
  if (!approvals) return { votes: [] };
  const votes = await source.votes();
  // Swaps have the time of the clock.
  const paidBefore =
    approvals.asksWhoWasPaid(job) && (await source.paidBefore(clock.now() - approvals.newFor));
  return {
    votes,
    standing: {
      swapId,
      now: calendarNow({ clock, ...(calendar ? { calendar } : {}) }),
      ...(seal?.version === 2 ? { submittedAt: seal.submittedAt } : {}),
      requesters: seal ? [seal.by] : [],
      ...(paidBefore ? { paidBefore: true as const } : {}),
      votes: await verifyVotes(context, approvals.approvers, votes),
    },
  };
}

/** The approvals whose votes let a payment pass, for its trace. */
export function approvedBy({ standing }: Standing): string[] {
  return (standing?.votes ?? []).flatMap(({ approvalId, approvedBy: names }) =>
    names.length > 0 ? [approvalId] : [],
  );
}
