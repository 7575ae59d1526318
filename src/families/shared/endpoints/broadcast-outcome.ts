import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';

type Taken = Extract<BroadcastOutcome, { kind: 'accepted' | 'already_known' }>;

/** What each answer to signed bytes means. The order is the precedence in `combineOutcomes`. */
export const broadcastOutcomes: Readonly<Record<BroadcastOutcome['kind'], string>> = {
  accepted: 'An endpoint accepted the bytes.',
  already_known: 'An endpoint or a block already has the bytes.',
  unknown: 'No answer, or one that Ferryman does not recognise. The bytes may have been relayed.',
  lease_used:
    "The lease's nonce, number or coins are used. An attempt under the lease may have landed.",
  expired: 'The lease has expired. The bytes can no longer land.',
  insufficient_funds: 'The balance of the account does not cover amount and fee.',
  underpriced: "The fee is below the endpoint's minimum, or too low to replace an attempt.",
  rejected: 'The endpoint refuses the bytes for another reason that it names.',
};

/**
 * Whether the endpoint has the bytes. Another endpoint may decide otherwise about any other answer:
 * it may be behind, or require higher fees.
 */
export function isTaken(outcome: BroadcastOutcome): outcome is Taken {
  return outcome.kind === 'accepted' || outcome.kind === 'already_known';
}

/**
 * Combines the answers of several endpoints. One endpoint that took the bytes is enough. An unknown
 * answer outranks refusals, because that endpoint may have relayed the bytes. If all refuse, the
 * first reason in the order of `broadcastOutcomes` counts.
 */
export function combineOutcomes(outcomes: readonly BroadcastOutcome[]): BroadcastOutcome {
  for (const kind of Object.keys(broadcastOutcomes)) {
    const ofKind = outcomes.filter((outcome) => outcome.kind === kind);
    // No answer leaves more open than a refusal that is not recognised.
    const found = ofKind.find((outcome) => !('refused' in outcome)) ?? ofKind[0];
    if (found) return found;
  }
  return { kind: 'unknown', message: 'no endpoint was asked' };
}
