import type { Logger } from 'pino';
import { type BatchPlace, batchChallenge, rootAt } from '../core/approvals/payment-batch.ts';
import {
  digestOfEnvelope,
  type PaymentEnvelope,
  type VoteDecision,
  voteChallenge,
} from '../core/approvals/payment-envelope.ts';
import type { Approver, EnvelopeVotes, VerifiedVotes, Vote } from '../core/approvals/vote.ts';
import type { Passkeys } from '../ports/passkeys.ts';

export interface VoteContext {
  passkeys: Passkeys;
  logger: Logger;
}

/**
 * The envelopes that passkeys of the policy have signed. What the journal says of a vote counts nothing:
 * an attacker who writes to the database has no passkey.
 */
export async function verifyVotes(
  { passkeys, logger }: VoteContext,
  approvers: readonly Approver[],
  stored: readonly EnvelopeVotes[],
): Promise<VerifiedVotes[]> {
  const verified: VerifiedVotes[] = [];
  for (const { approvalId, envelope, votes } of stored) {
    const names = { approve: new Set<string>(), reject: new Set<string>() };
    for (const vote of votes) {
      const fault = await faultOfVote(passkeys, approvers, envelope, vote);
      if (fault === undefined) names[vote.decision].add(vote.approver);
      else
        logger.error(
          { approval: approvalId, approver: vote.approver, fault },
          'a vote that no passkey of the policy has signed counts nothing',
        );
    }
    const [approvedBy, rejectedBy] = [[...names.approve], [...names.reject]];
    // What nobody has signed may say anything.
    if (approvedBy.length > 0) verified.push({ approvalId, envelope, approvedBy, rejectedBy });
  }
  return verified;
}

/** Why a vote does not count. `undefined`: one of its approver's passkeys has signed it. */
export async function faultOfVote(
  passkeys: Passkeys,
  approvers: readonly Approver[],
  envelope: PaymentEnvelope,
  { approver, decision, assertion, batch }: Vote,
): Promise<string | undefined> {
  const challenge = batch
    ? challengeAt(envelope, batch, decision)
    : voteChallenge(envelope, decision);
  if (challenge === undefined) return 'no batch has such a place for the envelope';
  return faultOfAssertion(passkeys, approvers, { approver, assertion }, challenge);
}

/** Why an approver's assertion does not count for a challenge. `undefined`: it does. */
export async function faultOfAssertion(
  passkeys: Passkeys,
  approvers: readonly Approver[],
  { approver, assertion }: Pick<Vote, 'approver' | 'assertion'>,
  challenge: string,
): Promise<string | undefined> {
  const passkey = approvers
    .find(({ name }) => name === approver)
    ?.passkeys.find(({ id }) => id === assertion.credentialId);
  if (!passkey) return 'the policy names no such passkey of the approver';
  return passkeys.faultOf(passkey, assertion, challenge);
}

/**
 * What a passkey has signed for a batch with this envelope at this place. The journal's word for the
 * place is enough: an envelope that is not in the signed batch leads to another root.
 */
function challengeAt(
  envelope: PaymentEnvelope,
  place: BatchPlace,
  decision: VoteDecision,
): string | undefined {
  const root = rootAt(digestOfEnvelope(envelope), place);
  return root === undefined ? undefined : batchChallenge({ root, count: place.count }, decision);
}
