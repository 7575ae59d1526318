import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';

/**
 * What each answer to signed bytes means, from what says most about the bytes to what says least; a
 * refusal is only the outcome where everybody refuses.
 */
export const broadcastOutcomes: Readonly<Record<BroadcastOutcome['kind'], string>> = {
  accepted: 'An endpoint took the bytes.',
  already_known: 'An endpoint has the bytes already, or a block has.',
  unknown: 'No answer, or one that nobody understands: the bytes may have been passed on.',
  lease_used:
    "The lease's nonce, number or coins are used: something under the lease may have landed.",
  expired: 'The lease is over: the bytes can no longer land.',
  insufficient_funds: 'The account does not cover amount and fee.',
  underpriced: 'The fee is below what the endpoint takes, or too low to replace an attempt.',
  rejected: 'Any other refusal that names a fault of the bytes.',
};

/**
 * Whether an endpoint has the bytes. Every other answer may be different elsewhere: it may be
 * behind, or ask for higher fees.
 */
export function isTaken({ kind }: BroadcastOutcome): boolean {
  return kind === 'accepted' || kind === 'already_known';
}

/**
 * What became of bytes that several endpoints were given. One that took them is enough. Otherwise
 * one that left it open may have passed them on, whatever the others say; so they are refused only
 * where all refuse, for the gravest of the reasons.
 */
export function combineOutcomes(outcomes: readonly BroadcastOutcome[]): BroadcastOutcome {
  for (const kind of Object.keys(broadcastOutcomes)) {
    const found = outcomes.find((outcome) => outcome.kind === kind);
    if (found) return found;
  }
  return { kind: 'unknown', message: 'no endpoint was asked' };
}
