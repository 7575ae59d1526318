import { batchChallenge, batchOf } from '../core/approvals/payment-batch.ts';
import type { VoteDecision } from '../core/approvals/payment-envelope.ts';
import type { PasskeyAssertion } from '../core/approvals/vote.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type {
  ApprovalStore,
  BatchPayment,
  BatchVoteDraft,
  BatchVoteResult,
  StoredBatch,
} from '../ports/stores/approval-store.ts';
import type { OccurrenceName } from '../ports/stores/treasury-store.ts';
import { faultOfAssertion } from '../signer/verify-votes.ts';
import type { ExecutorContext } from './context.ts';
import { dispatchAll } from './dispatch.ts';

type VoteNeeds = Pick<
  ExecutorContext<Pick<ApprovalStore, 'approvalBatch' | 'recordBatchVote'>>,
  'journal' | 'queue' | 'logger' | 'outages' | 'guard' | 'passkeys'
>;

export interface BatchVote extends OccurrenceName {
  /** Digests of the envelopes that the passkey has signed. */
  envelopes: readonly string[];
  decision: VoteDecision;
  assertion: PasskeyAssertion;
  /** Through whose key it comes, such as `API key key_…`. */
  by: string;
  reason: string;
}

/** The payments of an occurrence of a treasury rule, and what approvers sign for all at once. */
export interface ApprovalBatch extends StoredBatch {
  /** How many are not quoted yet. Until all are, the batch cannot be signed. */
  preparing: number;
  /** How many approvers have to sign the payment that needs most. */
  needed: number;
  /** How many signatures the payment is missing that is missing most. */
  missing: number;
  /** Names of those who may sign all that wait. */
  of: readonly string[];
  /** Absent: some are not quoted yet, or none waits. */
  signing?: {
    relyingParty: string;
    /** Ids of the passkeys that count. */
    passkeys: readonly string[];
    /** Digests of the envelopes that wait. */
    envelopes: readonly string[];
    /** What a passkey signs, base64url. */
    challenges: Readonly<Record<VoteDecision, string>>;
  };
}

/** Throws `NOT_FOUND`. */
export async function readBatch(
  { journal, guard, passkeys }: Pick<VoteNeeds, 'journal' | 'guard' | 'passkeys'>,
  name: OccurrenceName,
): Promise<ApprovalBatch> {
  const stored = await batchNamed(journal, name);
  const { lines, unsubmitted } = stored;
  const waiting = waitingOf(stored);
  const unquoted = lines.filter(({ standing }) => standing === 'preparing').length;
  const preparing = unsubmitted + unquoted;
  const of = approversOfAll(waiting);
  const approvers = guard.approvals?.approvers ?? [];
  const batch = {
    ...stored,
    preparing,
    needed: Math.max(0, ...waiting.map(({ item }) => item.approvals)),
    missing: Math.max(0, ...waiting.map(missingOf)),
    of,
  };
  if (preparing > 0 || waiting.length === 0) return batch;
  const envelopes = waiting.map(({ digest }) => digest);
  const challenged = batchOf(envelopes);
  return {
    ...batch,
    signing: {
      relyingParty: passkeys.relyingParty,
      passkeys: approvers
        .filter(({ name: approver }) => of.includes(approver))
        .flatMap((approver) => approver.passkeys.map((passkey) => passkey.id)),
      envelopes,
      challenges: {
        approve: batchChallenge(challenged, 'approve'),
        reject: batchChallenge(challenged, 'reject'),
      },
    },
  };
}

/**
 * An approver votes with one signature on all payments of an occurrence that wait for approvals. It
 * counts for each of them as if it had been signed alone. Throws `NOT_FOUND`, `VOTE_INVALID`,
 * `BATCH_INCOMPLETE`, `BATCH_CHANGED`, `APPROVAL_OF_OWN_SWAP`.
 */
export async function voteOnBatch(context: VoteNeeds, vote: BatchVote): Promise<ApprovalBatch> {
  const { journal, guard, passkeys, logger } = context;
  const { ruleId, instant, envelopes, decision, assertion, by } = vote;
  const approvers = guard.approvals?.approvers ?? [];
  const approver = approvers.find((one) =>
    one.passkeys.some((passkey) => passkey.id === assertion.credentialId),
  );
  if (!approver) throw new FerrymanError('VOTE_INVALID', 'the policy names no such passkey');
  const challenge = batchChallenge(batchOf(envelopes), decision);
  const signed = { approver: approver.name, assertion };
  const fault = await faultOfAssertion(passkeys, approvers, signed, challenge);
  if (fault !== undefined)
    throw new FerrymanError('VOTE_INVALID', `the vote does not count: ${fault}`);
  const stored = await batchNamed(journal, { ruleId, instant });
  const barred = waitingOf(stored).find(({ item }) => !item.of.includes(approver.name));
  if (barred)
    throw new FerrymanError(
      'VOTE_INVALID',
      `${approver.name} is none of the approvers of the payment to ${barred.item.envelope.to.receiver}: ${barred.item.of.join(', ')}. Payments with other approvers are signed one by one`,
    );
  const { apiKey } = approver;
  const draft: BatchVoteDraft = {
    ...{ ...vote, approver: approver.name },
    ...(apiKey === undefined ? {} : { apiKey }),
  };
  const due = dueAfter(draft, await journal.recordBatchVote(draft));
  logger.info(
    { rule: ruleId, payments: envelopes.length, decision, due: due.length, by },
    'an approver voted on a batch',
  );
  await dispatchAll(context, due);
  return readBatch(context, { ruleId, instant });
}

function dueAfter(
  { by }: BatchVoteDraft,
  result: BatchVoteResult,
): Extract<BatchVoteResult, { kind: 'done' }>['due'] {
  switch (result.kind) {
    case 'done':
      return result.due;
    case 'own':
      throw new FerrymanError(
        'APPROVAL_OF_OWN_SWAP',
        `${by} asked for the payment of the approval ${result.approvalId}, so another person decides on the batch`,
      );
    case 'preparing':
      throw new FerrymanError(
        'BATCH_INCOMPLETE',
        `${result.count} payments of the batch are not quoted yet: no approver signs a part of it`,
      );
    case 'changed':
      throw new FerrymanError(
        'BATCH_CHANGED',
        'the payments of the batch that wait are not those that were signed',
      );
  }
}

function waitingOf({ lines }: StoredBatch): BatchPayment[] {
  return lines.flatMap(({ standing, payment }) =>
    standing === 'waiting' && payment ? [payment] : [],
  );
}

/** An approver of only some of the payments signs those one by one. */
function approversOfAll(waiting: readonly BatchPayment[]): string[] {
  const [first, ...others] = waiting;
  return (first?.item.of ?? []).filter((name) =>
    others.every(({ item }) => item.of.includes(name)),
  );
}

/** How many signatures a payment is missing. */
export function missingOf({ item: { approvals, of }, votes }: BatchPayment): number {
  const names = votes.flatMap(({ approver, decision }) =>
    decision === 'approve' && of.includes(approver) ? [approver] : [],
  );
  return Math.max(0, approvals - new Set(names).size);
}

async function batchNamed(
  journal: Pick<ApprovalStore, 'approvalBatch'>,
  name: OccurrenceName,
): Promise<StoredBatch> {
  const found = await journal.approvalBatch(name);
  if (found) return found;
  const instant = new Date(name.instant).toISOString();
  throw new FerrymanError('NOT_FOUND', `the rule ${name.ruleId} asked for nothing at ${instant}`);
}
