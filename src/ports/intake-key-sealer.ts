/**
 * Encrypts, for the journal, the keys that sign intake jobs. The secret is stored outside the
 * journal.
 */
export interface IntakeKeySealer {
  /** Checks that there is a secret. Throws `CONFIG_INVALID`. */
  verify(): Promise<void>;
  /** @param keyId the API key it belongs to; it cannot be unsealed under another id */
  seal(keyId: string, intakeKey: Uint8Array): Promise<string>;
  /**
   * Throws `INTAKE_SECRET_WRONG` if it was sealed under another secret or for another API key, or
   * was changed.
   */
  unseal(keyId: string, sealed: string): Promise<Uint8Array>;
}
