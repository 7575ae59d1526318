import type { BlockReference } from '../../core/swap.ts';
import type { LeaseProof, ProofEvidence } from '../../ports/chain-adapter.ts';

type Landed = Extract<LeaseProof, { kind: 'landed' }>;

/** None of the attempts is in an endpoint's chain up to the anchor, and none can be any more. */
export interface Absence {
  kind: 'absent';
  evidence: ProofEvidence;
}

/**
 * What one endpoint shows of a lease at a final block. `open`: it is not over there. `contradictory`: what it says does not go together, or
 * does not reach so far. Whatever is not an absence speaks against one.
 */
export type Finding<Shown extends Absence = Absence> =
  | Landed
  | Shown
  | { kind: 'open' }
  | { kind: 'contradictory'; anchor: BlockReference };

/**
 * What several hosts prove together. An attempt that landed is shown by whichever has it; that none did takes two that both show the absence,
 * and nobody who says something else.
 * @param absence what an absence proves of the lease
 * @param said what the other hosts say of the same anchor; nothing of those that do not answer or do not have it
 */
export function combineFindings(
  absence: 'expired' | 'used_by_stranger',
  first: Exclude<Finding, Landed>,
  said: readonly (Finding | undefined)[],
): LeaseProof {
  const landed = said.find((other) => other?.kind === 'landed');
  if (landed) return landed;
  const all = [first, ...said.flatMap((other) => other ?? [])];
  const absences = all.flatMap((finding) => (finding.kind === 'absent' ? [finding.evidence] : []));
  const [one, another, ...others] = absences;
  if (absences.length < all.length || one === undefined || another === undefined) return { kind: 'undecided' };
  return { kind: absence, evidence: joined([one, another, ...others]) };
}

/** Evidence of several endpoints for the same absence; the answers of each under its host. */
function joined(evidence: readonly [ProofEvidence, ...ProofEvidence[]]): ProofEvidence {
  const [first, ...others] = evidence;
  const answers = { ...first.answers };
  for (const { endpoints, answers: more } of others) {
    for (const [question, answer] of Object.entries(more)) answers[`${endpoints.join()} ${question}`] = answer;
  }
  const usedBy = [...new Set(evidence.flatMap(({ usedBy: named = [] }) => named))];
  const endpoints = evidence.flatMap(({ endpoints: asked }) => asked);
  return { ...first, endpoints, answers, ...(usedBy.length === 0 ? {} : { usedBy }) };
}
