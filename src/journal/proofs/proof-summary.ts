import type { ProofId } from '../../core/swap/ids.ts';
import type { StepOutcome } from '../../core/swap/swap.ts';
import type { ProofRecord } from '../../ports/stores/signing-store.ts';
import type { StepOfLease } from './proven-step.ts';

/** The data of an event about a proof. */
export function proofSummary(
  { leaseId, proof }: Pick<ProofRecord, 'leaseId' | 'proof'>,
  lease: StepOfLease,
  outcome: StepOutcome,
  proofId: ProofId,
): Record<string, unknown> {
  const { kind: step, generation, chain, nonce } = lease;
  const { rule } = proof.evidence;
  const terms = nonce === null ? {} : { nonce };
  const facts = {
    leaseId,
    proofId,
    rule,
    finding: proof.kind,
    step,
    generation,
    outcome,
    chain,
    ...terms,
  };
  if (proof.kind !== 'landed') return facts;
  const { txId, succeeded, feePaid } = proof;
  return { ...facts, txId, block: proof.block.number, succeeded, feePaid };
}
