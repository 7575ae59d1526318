import { canonicalJson } from '../text/canonical-json.ts';
import type { SwapId } from './ids.ts';
import type { Job } from './job.ts';

/**
 * The signature of the process that accepted a job, over all that may be signed for it. Stored with
 * the swap; the journal cannot make one.
 */
export interface JobSeal {
  version: 1;
  /** Names the key: the first 16 hex digits of the SHA-256 of its public key. */
  keyId: string;
  /** Who submitted the job, such as `API key key_…`. */
  by: string;
  /** Ed25519 (RFC 8032), base64url. */
  signature: string;
}

/** What a seal covers, beside its own members. */
export interface SealedJob {
  id: SwapId;
  idempotencyKey: string;
  job: Job;
}

/** Whether a job is the one that was submitted. */
export type JobAuthenticity =
  /** `ended`: the swap has ended, so that nothing more is signed for it. */
  | { kind: 'sealed'; by: string; ended?: string }
  /** Stored without a seal: by an earlier version, or by an attacker who writes to the database. */
  | { kind: 'unsealed'; sealable: SealedJob }
  /** The job, its id or its seal was changed. */
  | { kind: 'forged' };

/**
 * The text that is signed: RFC 8785 JSON. Amounts are decimal strings. The wallet's id in the
 * journal is left out, because a recovered journal has another one; the account's address is in.
 */
export function sealedText(
  { id, idempotencyKey, job }: SealedJob,
  { version, keyId, by }: Omit<JobSeal, 'signature'>,
): string {
  const { name, address } = job.wallet;
  const sealed = { ...job, wallet: { name, address } };
  return canonicalJson(
    texts({ purpose: 'ferryman-job', version, keyId, by, id, idempotencyKey, job: sealed }),
  );
}

function texts(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(texts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, texts(member)]));
}
