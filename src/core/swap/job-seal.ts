import { amountsAsText } from '../amounts/amounts-as-text.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import type { SwapId } from './ids.ts';
import type { Job } from './job.ts';

/**
 * The signature of the process that accepted a job, over all that may be signed for it. Stored with
 * the swap; the journal cannot make one.
 */
export type JobSeal = {
  /** Names the key: the first 16 hex digits of the SHA-256 of its public key. */
  keyId: string;
  /** Who submitted the job, such as `API key key_…`. */
  by: string;
  /** Ed25519 (RFC 8032), base64url. */
  signature: string;
} & (
  | ({ version: 2 } & JobOrigin)
  /** Of an earlier version: it does not cover the origin. */
  | { version: 1 }
);

/** What a seal covers, beside its own members. */
export interface SealedJob {
  id: SwapId;
  idempotencyKey: string;
  job: Job;
}

/** Where a job comes from. A seal covers it, because a row of the database could say otherwise. */
export interface JobOrigin {
  /** By the clock of the process that sealed it, in milliseconds since the epoch. */
  submittedAt: number;
  /** The swaps that this one retries or replaces, nearest first: one of them all may be paid. */
  retries: readonly SwapName[];
}

/** The two names of a swap. A journal that was restored may have it under another id. */
export interface SwapName {
  swapId: SwapId;
  idempotencyKey: string;
}

/** Whether a job is the one that was submitted. */
export type JobAuthenticity =
  /** `ended`: the swap has ended, so that nothing more is signed for it. */
  | { kind: 'sealed'; by: string; ended?: string }
  /** Stored without a seal: by an earlier version, or by an attacker who writes to the database. */
  | { kind: 'unsealed'; sealable: SealedJob }
  /** The job, its id or its seal was changed. */
  | { kind: 'forged' };

/** The members of a seal without its signature. */
export type SealHead = JobSeal extends infer Seal
  ? Seal extends JobSeal
    ? Omit<Seal, 'signature'>
    : never
  : never;

/**
 * The text that is signed: RFC 8785 JSON. Amounts are decimal strings. The wallet's id in the
 * journal is left out, because a recovered journal has another one; the account's address is in.
 */
export function sealedText({ id, idempotencyKey, job }: SealedJob, head: SealHead): string {
  const { name, address } = job.wallet;
  const sealed = { ...job, wallet: { name, address } };
  const { version, keyId, by } = head;
  const origin = head.version === 1 ? {} : { submittedAt: head.submittedAt, retries: head.retries };
  return canonicalJson(
    amountsAsText({
      purpose: 'ferryman-job',
      ...{ version, keyId, by, id, idempotencyKey, job: sealed },
      ...origin,
    }),
  );
}

/** When the job was submitted: as it was sealed, or else as the journal says. */
export function submittedAtOf({ seal, createdAt }: { seal?: JobSeal; createdAt: number }): number {
  return seal?.version === 2 ? seal.submittedAt : createdAt;
}

/** The swaps that a retry of this one retries. */
export function retriedBy({
  id,
  idempotencyKey,
  seal,
}: Pick<SealedJob, 'id' | 'idempotencyKey'> & { seal?: JobSeal }): readonly SwapName[] {
  return [{ swapId: id, idempotencyKey }, ...(seal?.version === 2 ? seal.retries : [])];
}

/** Whether one of two swaps retries the other, or both retry a third: at most one of them may pay. */
export function mayPayOnlyOne(
  one: Parameters<typeof retriedBy>[0],
  other: Parameters<typeof retriedBy>[0],
): boolean {
  const names = retriedBy(one);
  return retriedBy(other).some(({ swapId, idempotencyKey }) =>
    names.some((name) => name.swapId === swapId || name.idempotencyKey === idempotencyKey),
  );
}
