import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';

/** From what says most about the bytes to what says least; a refusal is only the outcome where everybody refuses. */
const bySignificance: readonly BroadcastOutcome['kind'][] = [
  'accepted',
  'already_known',
  'unknown',
  'lease_used',
  'expired',
  'insufficient_funds',
  'underpriced',
  'rejected',
];

/** Whether an endpoint has the bytes. Every other answer may be different elsewhere: it may be behind, or ask for higher fees. */
export function isTaken({ kind }: BroadcastOutcome): boolean {
  return kind === 'accepted' || kind === 'already_known';
}

/**
 * What became of bytes that several endpoints were given. One that took them is enough. Otherwise one that left it open may have passed
 * them on, whatever the others say; so they are refused only where all refuse, for the gravest of the reasons.
 */
export function combineOutcomes(outcomes: readonly BroadcastOutcome[]): BroadcastOutcome {
  for (const kind of bySignificance) {
    const found = outcomes.find((outcome) => outcome.kind === kind);
    if (found) return found;
  }
  return { kind: 'unknown', message: 'no endpoint was asked' };
}
