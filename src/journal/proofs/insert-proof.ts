import { randomUUID } from 'node:crypto';
import type { LeaseId, ProofId } from '../../core/ids.ts';
import type { ProofRecord } from '../../ports/journal.ts';
import { encodeJson } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';

interface NewProof {
  leaseId: LeaseId;
  proof: ProofRecord['proof'];
  /** The lease's proof so far, which stays as it is. */
  supersedes: ProofId | null;
}

export async function insertProof(session: SqlSession, { leaseId, proof, supersedes }: NewProof): Promise<ProofId> {
  const id = randomUUID() as ProofId;
  const { evidence, ...finding } = proof;
  const { rule, endpoints, anchor, answers, usedBy } = evidence;
  await session.query(
    `insert into proofs (id, rule, evidence, endpoints, anchor_number, anchor_hash, supersedes)
     values ($1, $2, $3::jsonb, $4::jsonb, $5, $6, $7)`,
    [
      id,
      rule,
      encodeJson({ leaseId, finding, answers, ...(usedBy ? { usedBy } : {}) }),
      encodeJson(endpoints),
      anchor.number,
      anchor.hash,
      supersedes,
    ],
  );
  return id;
}
