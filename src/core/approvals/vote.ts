import type { BatchPlace } from './payment-batch.ts';
import type { PaymentEnvelope, VoteDecision } from './payment-envelope.ts';

/** Who may vote on payments, as the guard's policy names them. */
export interface Approver {
  name: string;
  passkeys: readonly Passkey[];
  /** The API key with which this person may also submit: of such a swap they approve nothing. */
  apiKey?: string;
}

export interface Passkey {
  /** The id of the credential, base64url. */
  id: string;
  /** COSE (RFC 9052), base64url. */
  publicKey: string;
}

/** What a passkey has signed (WebAuthn, `AuthenticatorAssertionResponse`). All base64url. */
export interface PasskeyAssertion {
  credentialId: string;
  authenticatorData: string;
  clientDataJson: string;
  signature: string;
}

/** As it is stored. It counts once its assertion is verified against the policy's passkeys. */
export interface Vote {
  approver: string;
  decision: VoteDecision;
  assertion: PasskeyAssertion;
  /** The envelope's place in the batch that was signed. Absent: this envelope was signed alone. */
  batch?: BatchPlace;
}

/** The votes on one envelope, as the journal says. */
export interface EnvelopeVotes {
  approvalId: string;
  envelope: PaymentEnvelope;
  votes: readonly Vote[];
}

/** Whose passkeys have signed an envelope: names of approvers, each once. */
export interface VerifiedVotes {
  approvalId: string;
  envelope: PaymentEnvelope;
  approvedBy: readonly string[];
  rejectedBy: readonly string[];
}
