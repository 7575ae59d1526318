import {
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
  };
}
