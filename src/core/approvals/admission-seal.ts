import type { SwapId } from '../swap/ids.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import type { AdmissionItem } from './admission-item.ts';
import type { AdmissionScope } from './approval.ts';

/**
 * The signature of the process in which a person approved, over what they admitted and for what.
 * Stored with the approval; the journal cannot make one.
 */
export interface AdmissionSeal {
  version: 1;
  /** Names the key: the first 16 hex digits of the SHA-256 of its public key. */
  keyId: string;
  /** Ed25519 (RFC 8032), base64url. */
  signature: string;
}

/** What a seal covers, beside its own members. */
export interface SealableAdmission {
  approvalId: string;
  swapId: SwapId;
  item: AdmissionItem;
  scope: AdmissionScope;
  /** Milliseconds since the epoch. */
  until?: number;
  /** Who approved, such as `API key key_…`. */
  by: string;
}

/** The text that is signed: RFC 8785 JSON. */
export function admissionText(
  { approvalId, swapId, item, scope, until, by }: SealableAdmission,
  { version, keyId }: Omit<AdmissionSeal, 'signature'>,
): string {
  const admission = { approvalId, swapId, item, scope, until, by };
  return canonicalJson({ purpose: 'ferryman-admission', version, keyId, ...admission });
}
