import type { Passkey, PasskeyAssertion } from '../core/approvals/vote.ts';

/** Verifies what passkeys have signed (WebAuthn). */
export interface Passkeys {
  /** The name of the host for which the passkeys are made (`rpId`). */
  relyingParty: string;
  /**
   * Why an assertion does not count. `undefined`: this passkey has signed this challenge, at the
   * dashboard of this Ferryman, and has verified its user.
   * @param challenge base64url
   */
  faultOf(
    passkey: Passkey,
    assertion: PasskeyAssertion,
    challenge: string,
  ): Promise<string | undefined>;
}
