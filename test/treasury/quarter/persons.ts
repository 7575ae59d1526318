import type {
  PaymentEnvelope,
  VoteDecision,
} from '../../../src/core/approvals/payment-envelope.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import { type Random, seededRandom } from '../../chaos/random.ts';
import type { Agenda } from './agenda.ts';
import { day, hour } from './calendar.ts';
import type { QuarterEvent } from './plan-events.ts';
import type { Stage } from './stage.ts';

/** What an approver has signed, as it is kept outside of Ferryman. */
export interface CastVote {
  /** By the calendar. */
  at: number;
  swapId: SwapId;
  approvalId: string;
  envelope: PaymentEnvelope;
  approver: string;
  decision: VoteDecision;
}

/** Approvers who look at what is held, and whoever resumes what Ferryman has paused. */
export interface Persons {
  votes: readonly CastVote[];
  /** Puts on the agenda what persons will do about what is held and paused now. */
  look(): Promise<void>;
  vote(event: Extract<QuarterEvent, { kind: 'vote' }>): Promise<void>;
}

export function createPersons(stage: Stage, agenda: Agenda<QuarterEvent>, seed: number): Persons {
  const random: Random = seededRandom(seed, 'persons');
  const seen = new Set<string>();
  const votes: CastVote[] = [];
  const isNew = (name: string): boolean => !seen.has(name) && seen.add(name) !== undefined;

  async function lookAtHolds(): Promise<void> {
    const { journal } = stage.running();
    for (const { id, item } of await journal.listApprovals({ states: ['open'], limit: 100 })) {
      if (!isNew(id)) continue;
      if (item.kind !== 'payment') {
        agenda.add(stage.now() + 2 * hour, { kind: 'refuse', approvalId: id });
        continue;
      }
      const rejects = random.chance(0.12);
      for (const [index, approver] of random
        .shuffled(item.of)
        .slice(0, item.approvals + 1)
        .entries())
        agenda.add(stage.now() + random.between(1, 40) * (hour / 2) + random.between(0, 9) * hour, {
          ...{ kind: 'vote', approvalId: id, approver },
          decision: rejects && index === 0 ? 'reject' : 'approve',
        });
    }
  }

  async function lookAtPauses(): Promise<void> {
    for (const { id, paused } of await stage.running().journal.treasuryRules())
      if (paused?.by === 'Ferryman' && isNew(`${id} ${paused.at}`))
        agenda.add(stage.now() + 2 * day + hour / 10, { kind: 'resume', rule: id });
  }

  return {
    votes,
    async look() {
      await lookAtHolds();
      await lookAtPauses();
    },
    async vote({ approvalId, approver, decision }) {
      const ferryman = stage.running();
      const approval = await ferryman.journal.findApproval(approvalId);
      if (approval?.state !== 'open') return;
      const { envelope, challenges } = await ferryman.readVotes(approvalId);
      const assertion = stage.approvers.passkeyOf(approver).sign(challenges[decision]);
      const swapId = approval.swap.id;
      votes.push({ at: stage.now(), swapId, approvalId, envelope, approver, decision });
      await ferryman.voteOnPayment({
        ...{ id: approvalId, decision, assertion },
        ...{ by: `API key key_${approver}`, reason: 'as it seems right' },
      });
    },
  };
}
