import type { Logger } from 'pino';
import { voteChallenge } from '../core/approvals/payment-envelope.ts';
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
  envelope: EnvelopeVotes['envelope'],
  { approver, decision, assertion }: Vote,
): Promise<string | undefined> {
  const passkey = approvers
    .find(({ name }) => name === approver)
    ?.passkeys.find(({ id }) => id === assertion.credentialId);
  if (!passkey) return 'the policy names no such passkey of the approver';
  return passkeys.faultOf(passkey, assertion, voteChallenge(envelope, decision));
}
