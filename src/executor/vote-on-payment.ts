import type { AdmissionItem } from '../core/approvals/admission-item.ts';
import {
  type PaymentEnvelope,
  type VoteDecision,
  voteChallenge,
} from '../core/approvals/payment-envelope.ts';
import type { PasskeyAssertion } from '../core/approvals/vote.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Approval, ApprovalStore, VoteRecord } from '../ports/stores/approval-store.ts';
import { faultOfVote } from '../signer/verify-votes.ts';
import type { ExecutorContext } from './context.ts';
import { finishDecision } from './finish-decision.ts';

type VoteNeeds = Pick<
  ExecutorContext<Pick<ApprovalStore, 'findApproval' | 'recordVote' | 'listVotes'>>,
  'journal' | 'queue' | 'logger' | 'outages' | 'guard' | 'passkeys'
>;

type PaymentItem = Extract<AdmissionItem, { kind: 'payment' }>;

export interface PaymentVote {
  /** Of the approval. */
  id: string;
  decision: VoteDecision;
  assertion: PasskeyAssertion;
  /** Through whose key it comes, such as `API key key_…`. */
  by: string;
  reason: string;
}

/** The votes on a payment, and what the others sign. */
export interface PaymentVotes {
  envelope: PaymentEnvelope;
  /** So many approvers have to sign. */
  needed: number;
  /** Names of those who may. */
  of: readonly string[];
  votes: readonly VoteRecord[];
  /** The name of the host for which the passkeys are made. */
  relyingParty: string;
  /** Ids of the passkeys that count. */
  passkeys: readonly string[];
  /** What a passkey signs, base64url. */
  challenges: Readonly<Record<VoteDecision, string>>;
}

/**
 * An approver votes on a payment with a passkey. The vote that completes the others lets the swap
 * quote again, and the guard counts them anew; one that rejects ends the swap. Throws `NOT_FOUND`,
 * `INVALID_REQUEST`, `VOTE_INVALID`, `APPROVAL_DECIDED`, `APPROVAL_OF_OWN_SWAP`.
 */
export async function voteOnPayment(
  context: VoteNeeds,
  { id, assertion, decision, by, reason }: PaymentVote,
): Promise<Approval> {
  const { journal, guard, passkeys } = context;
  const { item } = await paymentOf(journal, id);
  const approvers = guard.approvals?.approvers ?? [];
  const approver = approvers.find((one) =>
    one.passkeys.some((passkey) => passkey.id === assertion.credentialId),
  );
  if (!approver || !item.of.includes(approver.name))
    throw new FerrymanError(
      'VOTE_INVALID',
      approver
        ? `${approver.name} is none of the approvers of this payment: ${item.of.join(', ')}`
        : 'the policy names no such passkey',
    );
  const vote = { approver: approver.name, decision, assertion };
  const fault = await faultOfVote(passkeys, approvers, item.envelope, vote);
  if (fault !== undefined)
    throw new FerrymanError('VOTE_INVALID', `the vote does not count: ${fault}`);
  const { apiKey } = approver;
  const draft = {
    ...vote,
    approvalId: id,
    by,
    reason,
    ...(apiKey === undefined ? {} : { apiKey }),
  };
  return finishDecision(context, { by }, await journal.recordVote(draft));
}

/** What approvers are asked to sign, and who has. Throws `NOT_FOUND`, `INVALID_REQUEST`. */
export async function readVotes(
  { journal, guard, passkeys }: Pick<VoteNeeds, 'journal' | 'guard' | 'passkeys'>,
  id: string,
): Promise<PaymentVotes> {
  const approval = await paymentOf(journal, id);
  const { envelope, approvals, of } = approval.item;
  const votes = await journal.listVotes(id);
  const approvers = guard.approvals?.approvers ?? [];
  return {
    envelope,
    needed: approvals,
    of,
    votes,
    relyingParty: passkeys.relyingParty,
    passkeys: approvers
      .filter(({ name }) => of.includes(name))
      .flatMap((approver) => approver.passkeys.map((passkey) => passkey.id)),
    challenges: {
      approve: voteChallenge(envelope, 'approve'),
      reject: voteChallenge(envelope, 'reject'),
    },
  };
}

async function paymentOf(
  journal: VoteNeeds['journal'],
  id: string,
): Promise<Approval & { item: PaymentItem }> {
  const approval = await journal.findApproval(id);
  if (!approval) throw new FerrymanError('NOT_FOUND', `there is no approval ${id}`);
  const { item } = approval;
  if (item.kind === 'payment') return { ...approval, item };
  throw new FerrymanError(
    'INVALID_REQUEST',
    `the approval ${id} is about no payment: it has no votes`,
  );
}
