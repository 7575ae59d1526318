import { randomUUID } from 'node:crypto';
import type { LeaseId, StepId } from '../../core/swap/ids.ts';
import { encodeJson } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';

/** Closes a step for which nothing was ever signed. That fact is the proof. */
export async function closeUnsigned(
  session: SqlSession,
  stepId: StepId,
  voidedLeases: readonly LeaseId[],
): Promise<void> {
  await session.query(
    `with proof as (
       insert into proofs (id, rule, evidence, endpoints) values ($2, 'never-signed', $3::jsonb, '[]') returning id)
     update steps set outcome = 'dead', proof_id = proof.id from proof where steps.id = $1`,
    [stepId, randomUUID(), encodeJson({ stepId, voidedLeases })],
  );
}
