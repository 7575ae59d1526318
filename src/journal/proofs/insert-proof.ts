import { randomUUID } from 'node:crypto';
import type { LeaseId, ProofId } from '../../core/swap/ids.ts';
import type { ProofRecord } from '../../ports/stores/signing-store.ts';
import { encodeJson } from '../json.ts';
import type { SqlParameter, SqlSession } from '../sql-client.ts';

export interface NewProof {
  proofId: ProofId;
  leaseId: LeaseId;
  proof: ProofRecord['proof'];
  /** The lease's previous proof, which stays stored. */
  supersedes: ProofId | null;
}

export function newProofId(): ProofId {
  return randomUUID() as ProofId;
}

/** @param first number of the first of the `proofParameters` */
export function insertProofText(first: number): string {
  const [id, rule, evidence, endpoints, number, hash, supersedes] = Array.from(
    { length: 7 },
    (_, n) => `$${first + n}`,
  );
  return `insert into proofs (id, rule, evidence, endpoints, anchor_number, anchor_hash, supersedes)
    values (${id}, ${rule}, ${evidence}::jsonb, ${endpoints}::jsonb, ${number}, ${hash}, ${supersedes})`;
}

export function proofParameters({ proofId, leaseId, proof, supersedes }: NewProof): SqlParameter[] {
  const { evidence, ...finding } = proof;
  const { rule, endpoints, anchor, answers, usedBy } = evidence;
  const stored = encodeJson({ leaseId, finding, answers, ...(usedBy ? { usedBy } : {}) });
  return [proofId, rule, stored, encodeJson(endpoints), anchor.number, anchor.hash, supersedes];
}

export async function insertProof(session: SqlSession, proof: NewProof): Promise<void> {
  await session.query(insertProofText(1), proofParameters(proof));
}
