import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';
import type { ChainName, TokenAddress } from '../swap/chains.ts';
import type { SwapId } from '../swap/ids.ts';
import { canonicalJson } from '../text/canonical-json.ts';

/**
 * What approvers let Ferryman pay. They sign exactly this, so it is stored as it is signed: amounts
 * are whole numbers in texts, addresses have the job's form.
 */
export interface PaymentEnvelope {
  version: 1;
  /** For which payments: those of one swap. Several envelopes may be signed at once, as a batch. */
  of: { kind: 'swap'; id: SwapId };
  wallet: { name: string; address: string };
  from: EnvelopeAsset & { maximumBaseUnits: string };
  to: EnvelopeAsset & { receiver: string; minimumBaseUnits: string };
  /** Whose orders may be paid. */
  providers: readonly string[];
  /** The most that fees may be, in base units of the source chain's coin. */
  maximumFeeBaseUnits: string;
  /** When the cooling period of a new receiver is over, in milliseconds since the epoch. */
  notBefore?: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

interface EnvelopeAsset {
  chain: ChainName;
  token: TokenAddress;
  decimals: number;
  symbol: string;
}

export const voteDecisions = ['approve', 'reject'] as const;
export type VoteDecision = (typeof voteDecisions)[number];

/** Names an envelope: the SHA-256 of its canonical form (RFC 8785). */
export function digestOfEnvelope(envelope: PaymentEnvelope): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(envelope))));
}

/**
 * What an approver's passkey signs (WebAuthn, `challenge`): base64url of the SHA-256 of the canonical
 * JSON of the envelope and the decision.
 */
export function voteChallenge(envelope: PaymentEnvelope, decision: VoteDecision): string {
  const text = canonicalJson({ purpose: 'ferryman-approval-vote', decision, envelope });
  return base64urlnopad.encode(sha256(utf8ToBytes(text)));
}
