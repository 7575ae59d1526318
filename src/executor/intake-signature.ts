import { createHmac } from 'node:crypto';
import { canonicalJson } from '../core/text/canonical-json.ts';

/** What an intake job's signature covers. */
export interface SignedIntake {
  /** The id of the API key. */
  keyId: string;
  idempotencyKey: string;
  /** A `JobRequest`, not yet checked. */
  job: unknown;
}

/**
 * The 32-byte key that signs intake jobs. It is derived from the API key, which cannot be computed
 * from it.
 */
export function deriveIntakeKey(apiKey: string): Buffer {
  return createHmac('sha256', apiKey).update('ferryman-intake-v1').digest();
}

/** HMAC-SHA256 over the canonical JSON (RFC 8785) of the three members. */
export function signIntake(
  intakeKey: Uint8Array,
  { keyId, idempotencyKey, job }: SignedIntake,
): Buffer {
  return createHmac('sha256', intakeKey)
    .update(canonicalJson({ keyId, idempotencyKey, job }))
    .digest();
}
