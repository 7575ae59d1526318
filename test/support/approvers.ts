import { batchChallenge, batchOf } from '../../src/core/approvals/payment-batch.ts';
import {
  digestOfEnvelope,
  type PaymentEnvelope,
  type VoteDecision,
  voteChallenge,
} from '../../src/core/approvals/payment-envelope.ts';
import type { Vote } from '../../src/core/approvals/vote.ts';
import { createTestPasskey, type TestPasskey } from './test-passkey.ts';

/** Persons with a passkey each, as a policy names them. */
export interface TestApprovers {
  /** The member `approvers` of a policy file. */
  file: { name: string; passkeys: { id: string; publicKey: string }[]; apiKey?: string }[];
  passkeyOf(name: string): TestPasskey;
  vote(name: string, envelope: PaymentEnvelope, decision?: VoteDecision): Vote;
  /** On the first of these envelopes, by one signature of them all. */
  batchVote(
    name: string,
    envelopes: readonly [PaymentEnvelope, ...PaymentEnvelope[]],
    decision?: VoteDecision,
  ): Vote;
}

/** @param apiKeys by the names of approvers who may also submit */
export function testApprovers(
  names: readonly string[],
  apiKeys: Readonly<Record<string, string>> = {},
): TestApprovers {
  const passkeys = new Map(names.map((name) => [name, createTestPasskey()]));
  const passkeyOf = (name: string): TestPasskey => {
    const found = passkeys.get(name);
    if (!found) throw new Error(`there is no approver ${name}`);
    return found;
  };
  return {
    file: names.map((name) => {
      const { id, publicKey } = passkeyOf(name);
      const apiKey = apiKeys[name];
      return { name, passkeys: [{ id, publicKey }], ...(apiKey === undefined ? {} : { apiKey }) };
    }),
    passkeyOf,
    vote: (approver, envelope, decision = 'approve') => ({
      approver,
      decision,
      assertion: passkeyOf(approver).sign(voteChallenge(envelope, decision)),
    }),
    batchVote(approver, envelopes, decision = 'approve') {
      const batch = batchOf(envelopes.map(digestOfEnvelope));
      const place = batch.places.get(digestOfEnvelope(envelopes[0]));
      if (!place) throw new Error('a batch has places for its envelopes');
      const assertion = passkeyOf(approver).sign(batchChallenge(batch, decision));
      return { approver, decision, assertion, batch: place };
    },
  };
}
