import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { SwapId } from '../swap/ids.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import type { BulkAction } from './bulk-action.ts';

/**
 * The signature of the process that accepted a bulk action, over what was asked for and by whom. By
 * it the process that does the action seals the jobs of retries; the journal cannot make one.
 */
export interface BulkSeal {
  version: 1;
  /** Names the key: the first 16 hex digits of the SHA-256 of its public key. */
  keyId: string;
  /** When it was accepted. Milliseconds since the epoch. */
  at: number;
  /** From when on nothing of it is done. Milliseconds since the epoch. */
  until: number;
  /** Ed25519 (RFC 8032), base64url. */
  signature: string;
}

/** Whether a bulk action is what was asked for. `unknown_key`: this process cannot tell. */
export type BulkAuthenticity = 'sealed' | 'forged' | 'unknown_key';

/** What a seal covers, beside its own members. */
export interface SealableBulk
  extends Pick<BulkAction, 'id' | 'action' | 'filter' | 'reason' | 'perMinute'> {
  /** The API key that created it. */
  by: string;
  /** In the order in which it is done to them. */
  swaps: readonly SwapId[];
}

const minute = 60_000;
/** How long an action may wait or be paused, beside the time that its rate takes. Milliseconds. */
const patience = 7 * 24 * 60 * minute;

/** Until when an action that is accepted at `at` may be done. Milliseconds since the epoch. */
export function bulkUntil(
  { swaps, perMinute }: Pick<SealableBulk, 'swaps' | 'perMinute'>,
  at: number,
): number {
  return at + patience + Math.ceil((swaps.length * minute) / perMinute);
}

/** The text that is signed: RFC 8785 JSON. Of the swaps it has the SHA-256 of their list. */
export function bulkText(
  { id, action, filter, reason, perMinute, by, swaps }: SealableBulk,
  { version, keyId, at, until }: Omit<BulkSeal, 'signature'>,
): string {
  const list = bytesToHex(sha256(utf8ToBytes(swaps.join('\n'))));
  return canonicalJson({
    purpose: 'ferryman-bulk-action',
    ...{ version, keyId, at, until, id, action, filter, reason, perMinute, by, swaps: list },
  });
}
